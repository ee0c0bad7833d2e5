extends SceneTree

# Opens files that the crate wrote and answers with what is in them.
# The lines and the answers are described in README.md.

const NO_VALUE = 0xFFFFFFFF
const MODES = ["fastlz", "deflate", "zstd", "gzip"]


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

	for line in input.get_as_text().split("\n", false):
		var cells = line.split("\t")
		var answer = _setting(cells[1]) if cells[0] == "setting" else _contents(cells)
		if answer == null:
			output.store_32(NO_VALUE)
		else:
			output.store_32(answer.size())
			output.store_buffer(answer)
	output.close()
	return 0


func _setting(key):
	return var2bytes(ProjectSettings.get_setting(key), true) if ProjectSettings.has_setting(key) else null


func _contents(cells):
	var file = File.new()
	var error = FAILED
	if cells[0] in MODES:
		error = file.open_compressed(cells[1], File.READ, MODES.find(cells[0]))
	elif cells[0] == "pass":
		error = file.open_encrypted_with_pass(cells[1], File.READ, cells[2])
	elif cells[0] == "key":
		error = file.open_encrypted(cells[1], File.READ, _key(cells[2]))
	if error != OK:
		return null
	return file.get_buffer(file.get_len()) if file.get_len() > 0 else PoolByteArray()


func _key(digits):
	var key = PoolByteArray()
	for at in range(0, digits.length(), 2):
		key.append(("0x" + digits.substr(at, 2)).hex_to_int())
	return key
