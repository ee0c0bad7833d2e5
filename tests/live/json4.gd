extends SceneTree

# Reads lines of the engine's own JSON form and writes the bytes that Godot 4 makes of them.
# The framing and the variables are described in README.md.

const NO_VALUE := 0xFFFFFFFF


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

	# Not get_line(): it takes the file one character at a time.
	var lines := input.get_buffer(input.get_length()).get_string_from_utf8().split("\n")
	# What follows the last line end is no line.
	if lines[-1].is_empty():
		lines.remove_at(lines.size() - 1)
	for line in lines:
		# No JSON text starts like this.
		var objects := line.begins_with("full ")
		var answer := _bytes_of(line.substr(5) if objects else line, objects)
		if answer.is_empty():
			output.store_32(NO_VALUE)
		else:
			output.store_32(answer.size())
			output.store_buffer(answer)
	output.close()
	return 0


# Empty bytes stand for "refused": no value is written as nothing.
func _bytes_of(text: String, objects: bool) -> PackedByteArray:
	# Not JSON.parse_string(): its null can mean either null or an error.
	var json := JSON.new()
	if json.parse(text) != OK:
		return PackedByteArray()
	var value: Variant = JSON.to_native(json.data, true)
	# Only JSON's null stands for null. Any other null is a text the engine could not make a value of.
	if typeof(value) == TYPE_NIL and typeof(json.data) != TYPE_NIL:
		return PackedByteArray()
	return var_to_bytes_with_objects(value) if objects else var_to_bytes(value)
