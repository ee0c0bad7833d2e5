extends SceneTree

# Sends every value of a file through Godot 4: bytes_to_var, then var_to_bytes.
# The framing and the variables are described in README.md.

const NO_VALUE := 0xFFFFFFFF
const OBJECTS := 0x80000000


func _init() -> void:
	quit(_run())


func _run() -> int:
	var input := FileAccess.open(OS.get_environment("GAMEWIRE_IN"), FileAccess.READ)
	if input == null:
		printerr("GAMEWIRE_IN names no readable file")
		return 2
	var output := FileAccess.open(OS.get_environment("GAMEWIRE_OUT"), FileAccess.WRITE)
	if output == null:
		printerr("GAMEWIRE_OUT names no writable file")
		return 2

	var left := input.get_length()
	while left > 0:
		var word := input.get_32() if left >= 4 else NO_VALUE
		var length := word & 0x7FFFFFFF
		left -= 4 + length
		# Also true of a length word cut short, so a broken file never looks like a refused value.
		if left < 0:
			printerr("GAMEWIRE_IN ends inside a frame")
			return 3

		var answer := _round_trip(input.get_buffer(length), (word & OBJECTS) != 0)
		if answer.is_empty():
			output.store_32(NO_VALUE)
		else:
			output.store_32(answer.size())
			output.store_buffer(answer)
	output.close()
	return 0


# Empty bytes stand for "refused": no value is written as nothing.
func _round_trip(bytes: PackedByteArray, objects: bool) -> PackedByteArray:
	var value: Variant = bytes_to_var_with_objects(bytes) if objects else bytes_to_var(bytes)
	# Refused bytes come back as null, and so does the value null: only this second check distinguishes them.
	if typeof(value) == TYPE_NIL and not bytes.has_encoded_var(0, objects):
		return PackedByteArray()
	return var_to_bytes_with_objects(value) if objects else var_to_bytes(value)
