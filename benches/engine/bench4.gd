extends SceneTree

# Times bytes_to_var and var_to_bytes of Godot 4 on payload files, each holding one bare value.
# GAMEWIRE_PAYLOADS: their absolute paths, separated by semicolons.
# GAMEWIRE_OUT:      where the lines go; standard output if not set.
# GAMEWIRE_SECONDS:  how long to spend on one payload, 2 if not set.
# Writes one line per payload: name decode_ns encode_ns bytes

# Long against the clock's microsecond.
const ROUND_USEC := 20000
const FEWEST_ROUNDS := 3
const MOST_ROUNDS := 25


func _init() -> void:
	quit(_run())


func _run() -> int:
	var seconds := OS.get_environment("GAMEWIRE_SECONDS")
	var budget := (float(seconds) if seconds != "" else 2.0) * 1000000
	var output: FileAccess = null
	if OS.get_environment("GAMEWIRE_OUT") != "":
		output = FileAccess.open(OS.get_environment("GAMEWIRE_OUT"), FileAccess.WRITE)
		if output == null:
			printerr("GAMEWIRE_OUT names no writable file")
			return 2

	var failed := 0
	for path in OS.get_environment("GAMEWIRE_PAYLOADS").split(";", false):
		var file := FileAccess.open(path, FileAccess.READ)
		if file == null:
			printerr(path, ": cannot be read")
			failed = 1
			continue
		var bytes := file.get_buffer(file.get_length())
		if not bytes.has_encoded_var(0):
			printerr(path, ": the engine refuses it")
			failed = 1
			continue
		var ns := _measure(bytes, bytes_to_var(bytes), budget)
		var line := "%s %.0f %.0f %d" % [path.get_file().get_basename(), ns[0], ns[1], bytes.size()]
		if output == null:
			print(line)
		else:
			output.store_line(line)
	if output != null:
		output.close()
	return failed


# Decode and encode take turns, so that a busy neighbour slows both.
func _measure(bytes: PackedByteArray, value: Variant, budget: float) -> Array[float]:
	var decode_count := _count_for_a_round(_decode(bytes, 1))
	var encode_count := _count_for_a_round(_encode(value, 1))
	var decode: Array[float] = []
	var encode: Array[float] = []
	var start := Time.get_ticks_usec()
	while decode.size() < MOST_ROUNDS:
		if decode.size() >= FEWEST_ROUNDS and Time.get_ticks_usec() - start > budget:
			break
		decode.append(_decode(bytes, decode_count) * 1000.0 / decode_count)
		encode.append(_encode(value, encode_count) * 1000.0 / encode_count)
	return [_low(decode), _low(encode)]


func _count_for_a_round(usec: int) -> int:
	return clampi(ROUND_USEC / maxi(usec, 1), 1, ROUND_USEC)


# Includes freeing the value: each turn drops the one before.
func _decode(bytes: PackedByteArray, count: int) -> int:
	var start := Time.get_ticks_usec()
	var value: Variant
	for _i in count:
		value = bytes_to_var(bytes)
	value = null
	return Time.get_ticks_usec() - start


func _encode(value: Variant, count: int) -> int:
	var start := Time.get_ticks_usec()
	var bytes: PackedByteArray
	for _i in count:
		bytes = var_to_bytes(value)
	bytes = PackedByteArray()
	return Time.get_ticks_usec() - start


# The 20th percentile: a little above the luckiest round, below whatever else the machine was doing.
func _low(rounds: Array[float]) -> float:
	rounds.sort()
	return rounds[rounds.size() / 5]
