extends SceneTree

# Sends every value of a file through Godot 3: bytes2var, then var2bytes.
# The framing and the variables are described in README.md.

const NO_VALUE = 0xFFFFFFFF
const OBJECTS = 0x80000000


func _init():
	quit(_run())


func _run() -> int:
	var input = File.new()
	if input.open(OS.get_environment("GAMEWIRE_IN"), File.READ) != OK:
		printerr("GAMEWIRE_IN names no readable file")
		return 2
	var output = File.new()
	if output.open(OS.get_environment("GAMEWIRE_OUT"), File.WRITE) != OK:
		printerr("GAMEWIRE_OUT names no writable file")
		return 2

	var left = input.get_len()
	while left > 0:
		var word = input.get_32() if left >= 4 else NO_VALUE
		var length = word & 0x7FFFFFFF
		left -= 4 + length
		# Also true of a length word cut short, so a broken file never looks like a refused value.
		if left < 0:
			printerr("GAMEWIRE_IN ends inside a frame")
			return 3

		var answer = _round_trip(input.get_buffer(length), (word & OBJECTS) != 0)
		if answer == null:
			output.store_32(NO_VALUE)
		else:
			output.store_32(answer.size())
			output.store_buffer(answer)
	output.close()
	return 0


# What the engine refuses is a script error, which ends this function early: the caller then gets null,
# while the value null gives its four bytes. This is the only way to distinguish them in Godot 3.
func _round_trip(bytes, objects):
	return var2bytes(bytes2var(bytes, objects), objects)
