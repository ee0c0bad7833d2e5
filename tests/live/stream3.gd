extends SceneTree

# Sends every type to a server on this machine, as {"type": "echo", "value": ..}, and compares what comes back.
# The variables are described in README.md.

const PATIENCE = 120000

var _kinds = {}
# An object that lives as long as the exchange does.
var _object = Reference.new()
var _rid: RID


# One connection: what it waits for, and how it talks.
class Link:
	var stream = null
	var packets = null
	var websocket = null
	var multiplayer = false
	var next = 0
	var waits = false

	func ready():
		if websocket != null:
			websocket.poll()
			if websocket.get_connection_status() != NetworkedMultiplayerPeer.CONNECTION_CONNECTED:
				return false
			if multiplayer:
				packets = websocket
				# The server has told it.
				return websocket.get_unique_id() > 1
			packets = websocket.get_peer(1)
			return true
		if stream != null:
			return stream.get_status() == StreamPeerTCP.STATUS_CONNECTED
		return true

	func put(value):
		if packets != null:
			return packets.put_var(value)
		stream.put_var(value)
		return OK

	func has():
		return packets.get_available_packet_count() > 0 if packets != null else stream.get_available_bytes() >= 4

	func take():
		return packets.get_var() if packets != null else stream.get_var()


func _init():
	quit(_run())


func _run():
	var transport = OS.get_environment("GAMEWIRE_TRANSPORT")
	var port = int(OS.get_environment("GAMEWIRE_PORT"))
	var rounds = int(OS.get_environment("GAMEWIRE_ROUNDS"))
	var links = []
	for at in int(OS.get_environment("GAMEWIRE_CLIENTS")):
		var link = _connect(transport, port)
		if link == null:
			printerr("cannot connect by ", transport)
			return 2
		links.append(link)

	var values = _values()
	var wanted = values.size() * rounds
	var exchanged = 0
	var began = OS.get_ticks_msec()
	while exchanged < wanted * links.size():
		var moved = false
		for link in links:
			if link.next == wanted or not link.ready():
				continue
			var value = values[link.next % values.size()]
			if not link.waits:
				if link.put({"type": "echo", "value": value}) != OK:
					printerr("cannot send ", value)
					return 3
				link.waits = true
				moved = true
			elif link.has():
				var answer = link.take()
				if not _same(value, answer):
					printerr("sent ", var2str(value), ", got ", var2str(answer))
					return 4
				_kinds[typeof(value)] = true
				link.waits = false
				link.next += 1
				exchanged += 1
				moved = true
		if OS.get_ticks_msec() - began > PATIENCE:
			printerr("after ", exchanged, " answers nothing more came in time")
			return 5
		if not moved:
			OS.delay_usec(200)

	var output = File.new()
	output.open(OS.get_environment("GAMEWIRE_OUT"), File.WRITE)
	output.store_line(str(exchanged))
	for kind in _kinds:
		output.store_line(str(kind))
	output.close()
	return 0


func _connect(transport, port):
	var link = Link.new()
	if transport == "udp":
		link.packets = PacketPeerUDP.new()
		if link.packets.listen(0, "127.0.0.1") != OK:
			return null
		return link if link.packets.set_dest_address("127.0.0.1", port) == OK else null
	if transport == "websocket":
		link.websocket = WebSocketClient.new()
		return link if link.websocket.connect_to_url("ws://127.0.0.1:%d" % port) == OK else null
	if transport == "multiplayer":
		link.websocket = WebSocketClient.new()
		link.multiplayer = true
		link.websocket.set_target_peer(1)
		var url = "ws://127.0.0.1:%d" % port
		return link if link.websocket.connect_to_url(url, PoolStringArray(), true) == OK else null
	link.stream = StreamPeerTCP.new()
	link.stream.big_endian = transport == "big-endian"
	if link.stream.connect_to_host("127.0.0.1", port) != OK:
		return null
	if transport == "packets":
		link.packets = PacketPeerStream.new()
		link.packets.stream_peer = link.stream
	return link


# An object goes out as its number, and an object that holds the number comes back. A RID goes out as nothing.
func _same(value, answer):
	if typeof(value) == TYPE_OBJECT and value != null:
		return answer is EncodedObjectAsID and answer.object_id == value.get_instance_id()
	# The padding after a path's names is whatever was in memory.
	if typeof(value) == TYPE_NODE_PATH:
		return typeof(answer) == TYPE_NODE_PATH and value == answer
	return typeof(value) == typeof(answer) and var2bytes(value) == var2bytes(answer)


func _values():
	var long = PoolByteArray()
	long.resize(30000)
	for at in long.size():
		long[at] = at % 256
	return [
		null, true, false, 0, -5, 1 << 40, -9223372036854775807 - 1, 1.5, 0.1, -0.0, INF, NAN, 1e300,
		"", "text", "größer 世界", Vector2(1.5, -2), Rect2(1, 2, 3, 4.5), Vector3(1, 2, 3.25),
		Transform2D(0.5, Vector2(3, 4)), Plane(1, 0, 0, 2.5), Quat(0.5, 0.5, 0.5, 0.5), AABB(Vector3.ONE, Vector3.UP),
		Basis(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9)), Transform(Basis(), Vector3(1, 2, 3)),
		Color(0.25, 0.5, 0.75, 1.5), NodePath("/root/Node:position:x"), NodePath(""), _rid, _object,
		{}, {"a": 1, 2: [3.5, {Vector2.ONE: null}]}, [], [1, [2, [3, "four"]]],
		PoolByteArray(), PoolByteArray([1, 2, 255]), PoolIntArray([1, -2, 2147483647]), PoolRealArray([1.5, NAN, -0.0]),
		PoolStringArray(["a", "", "größer"]), PoolVector2Array([Vector2(1, 2)]),
		PoolVector3Array([Vector3(1, 2, 3), Vector3.ZERO]), PoolColorArray([Color(1, 0, 0)]), long,
	]
