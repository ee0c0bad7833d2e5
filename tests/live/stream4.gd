extends SceneTree

# Sends every type to a server on this machine, as {"type": "echo", "value": ..}, and compares what comes back.
# The variables are described in README.md.

const PATIENCE := 120 * 1000

var _kinds := {}


# One connection: what it waits for, and how it talks.
class Link:
	var stream: StreamPeerTCP
	var packets: PacketPeer
	var next := 0
	var waits := false

	func ready() -> bool:
		if packets is WebSocketPeer:
			packets.poll()
			return packets.get_ready_state() == WebSocketPeer.STATE_OPEN
		if packets is WebSocketMultiplayerPeer:
			packets.poll()
			return packets.get_connection_status() == MultiplayerPeer.CONNECTION_CONNECTED
		if stream != null:
			stream.poll()
			return stream.get_status() == StreamPeerTCP.STATUS_CONNECTED
		return true

	func put(value: Variant) -> int:
		if packets != null:
			return packets.put_var(value)
		stream.put_var(value)
		return OK

	func has() -> bool:
		return packets.get_available_packet_count() > 0 if packets != null else stream.get_available_bytes() >= 4

	func take() -> Variant:
		return packets.get_var() if packets != null else stream.get_var()


func _init() -> void:
	quit(_run())


func _run() -> int:
	var transport := OS.get_environment("GAMEWIRE_TRANSPORT")
	var port := OS.get_environment("GAMEWIRE_PORT").to_int()
	var rounds := OS.get_environment("GAMEWIRE_ROUNDS").to_int()
	var links: Array[Link] = []
	for at in OS.get_environment("GAMEWIRE_CLIENTS").to_int():
		var link := _connect(transport, port)
		if link == null:
			printerr("cannot connect by ", transport)
			return 2
		links.append(link)

	var values := _values()
	var wanted := values.size() * rounds
	var exchanged := 0
	var began := Time.get_ticks_msec()
	while exchanged < wanted * links.size():
		var moved := false
		for link in links:
			if link.next == wanted or not link.ready():
				continue
			var value: Variant = values[link.next % values.size()]
			if not link.waits:
				if link.put({"type": "echo", "value": value}) != OK:
					printerr("cannot send ", value)
					return 3
				link.waits = true
				moved = true
			elif link.has():
				var answer: Variant = link.take()
				if not _same(value, answer):
					printerr("sent ", var_to_str(value), ", got ", var_to_str(answer))
					return 4
				_kinds[typeof(value)] = true
				link.waits = false
				link.next += 1
				exchanged += 1
				moved = true
		if Time.get_ticks_msec() - began > PATIENCE:
			printerr("after ", exchanged, " answers nothing more came in time")
			return 5
		if not moved:
			OS.delay_usec(200)

	var output := FileAccess.open(OS.get_environment("GAMEWIRE_OUT"), FileAccess.WRITE)
	output.store_line(str(exchanged))
	for kind in _kinds:
		output.store_line(str(kind))
	output.close()
	return 0


func _connect(transport: String, port: int) -> Link:
	var link := Link.new()
	if transport == "udp":
		link.packets = PacketPeerUDP.new()
		return link if link.packets.connect_to_host("127.0.0.1", port) == OK else null
	if transport == "websocket":
		link.packets = WebSocketPeer.new()
		return link if link.packets.connect_to_url("ws://127.0.0.1:%d" % port) == OK else null
	if transport == "multiplayer":
		link.packets = WebSocketMultiplayerPeer.new()
		if link.packets.create_client("ws://127.0.0.1:%d" % port) != OK:
			return null
		link.packets.set_target_peer(1)
		return link
	link.stream = StreamPeerTCP.new()
	link.stream.big_endian = transport == "big-endian"
	if link.stream.connect_to_host("127.0.0.1", port) != OK:
		return null
	if transport == "packets":
		link.packets = PacketPeerStream.new()
		link.packets.stream_peer = link.stream
	return link


# An object goes out as its number, and an object that holds the number comes back.
func _same(value: Variant, answer: Variant) -> bool:
	if typeof(value) == TYPE_OBJECT and value != null:
		return answer is EncodedObjectAsID and answer.object_id == value.get_instance_id()
	return typeof(value) == typeof(answer) and var_to_bytes(value) == var_to_bytes(answer)


func _values() -> Array:
	var object := RefCounted.new()
	var long := PackedByteArray()
	long.resize(30000)
	var words: Array[String] = ["a", "b"]
	var counts: Dictionary[String, int] = {"a": 1}
	return [
		null, true, false, 0, -5, 1 << 40, -9223372036854775807 - 1, 1.5, 0.1, -0.0, INF, NAN, 1e300,
		"", "text", "größer \u4e16\u754c", Vector2(1.5, -2), Vector2i(1, -2), Rect2(1, 2, 3, 4.5), Rect2i(1, 2, 3, 4),
		Vector3(1, 2, 3.25), Vector3i(1, 2, -3), Transform2D(0.5, Vector2(3, 4)), Vector4(1, 2, 3, 4),
		Vector4i(1, 2, 3, -4), Plane(1, 0, 0, 2.5), Quaternion(0.5, 0.5, 0.5, 0.5), AABB(Vector3.ONE, Vector3.UP),
		Basis(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9)), Transform3D(Basis(), Vector3(1, 2, 3)),
		Projection(Vector4(1, 2, 3, 4), Vector4(5, 6, 7, 8), Vector4(9, 10, 11, 12), Vector4(13, 14, 15, 16)),
		Color(0.25, 0.5, 0.75, 1.5), &"name", ^"/root/Node:position:x", ^"", RID(), object, Callable(), Signal(),
		{}, {"a": 1, 2: [3.5, {Vector2i.ONE: null}]}, counts, [], [1, [2, [3, "four"]]], words,
		PackedByteArray(), PackedByteArray([1, 2, 255]), PackedInt32Array([1, -2, 2147483647]),
		PackedInt64Array([1, -2, 1 << 62]), PackedFloat32Array([1.5, NAN, -0.0]), PackedFloat64Array([0.1, INF]),
		PackedStringArray(["a", "", "größer"]), PackedVector2Array([Vector2(1, 2)]),
		PackedVector3Array([Vector3(1, 2, 3), Vector3.ZERO]), PackedColorArray([Color.RED]),
		PackedVector4Array([Vector4(1, 2, 3, 4)]), long,
	]
