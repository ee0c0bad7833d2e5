extends SceneTree

# Times bytes2var and var2bytes of Godot 3 on payload files, each holding one bare value.
# GAMEWIRE_PAYLOADS: their absolute paths, separated by semicolons.
# GAMEWIRE_OUT:      where the lines go; standard output if not set.
# GAMEWIRE_SECONDS:  how long to spend on one payload, 2 if not set.
# Writes one line per payload: name decode_ns encode_ns bytes

# Long against the clock's microsecond.
const ROUND_USEC = 20000
const FEWEST_ROUNDS = 3
const MOST_ROUNDS = 25


func _init():
	quit(_run())


func _run() -> int:
	var seconds = OS.get_environment("GAMEWIRE_SECONDS")
	var budget = (float(seconds) if seconds != "" else 2.0) * 1000000
	var output = null
	if OS.get_environment("GAMEWIRE_OUT") != "":
		output = File.new()
		if output.open(OS.get_environment("GAMEWIRE_OUT"), File.WRITE) != OK:
			printerr("GAMEWIRE_OUT names no writable file")
			return 2

	var failed = 0
	for path in OS.get_environment("GAMEWIRE_PAYLOADS").split(";", false):
		var file = File.new()
		if file.open(path, File.READ) != OK:
			printerr(path, ": cannot be read")
			failed = 1
			continue
		var bytes = file.get_buffer(file.get_len())
		# A script error ends the function that makes it, so the caller gets null instead of a list.
		var value = _decoded(bytes)
		if value == null:
			printerr(path, ": the engine refuses it")
			failed = 1
			continue
		var ns = _measure(bytes, value[0], budget)
		var line = "%s %.0f %.0f %d" % [path.get_file().get_basename(), ns[0], ns[1], bytes.size()]
		if output == null:
			print(line)
		else:
			output.store_line(line)
	if output != null:
		output.close()
	return failed


func _decoded(bytes):
	return [bytes2var(bytes)]


# Decode and encode take turns, so that a busy neighbour slows both.
func _measure(bytes, value, budget) -> Array:
	var decode_count = _count_for_a_round(_decode(bytes, 1))
	var encode_count = _count_for_a_round(_encode(value, 1))
	var decode = []
	var encode = []
	var start = OS.get_ticks_usec()
	while decode.size() < MOST_ROUNDS:
		if decode.size() >= FEWEST_ROUNDS and OS.get_ticks_usec() - start > budget:
			break
		decode.append(_decode(bytes, decode_count) * 1000.0 / decode_count)
		encode.append(_encode(value, encode_count) * 1000.0 / encode_count)
	return [_low(decode), _low(encode)]


func _count_for_a_round(usec) -> int:
	return int(clamp(ROUND_USEC / max(usec, 1), 1, ROUND_USEC))


# Includes freeing the value: each turn drops the one before.
func _decode(bytes, count) -> int:
	var start = OS.get_ticks_usec()
	var value
	for _i in count:
		value = bytes2var(bytes)
	value = null
	return OS.get_ticks_usec() - start


func _encode(value, count) -> int:
	var start = OS.get_ticks_usec()
	var bytes
	for _i in count:
		bytes = var2bytes(value)
	bytes = null
	return OS.get_ticks_usec() - start


# The 20th percentile: a little above the luckiest round, below whatever else the machine was doing.
func _low(rounds) -> float:
	rounds.sort()
	return rounds[rounds.size() / 5]
