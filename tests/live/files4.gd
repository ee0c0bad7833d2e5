extends SceneTree

# Opens files that the crate wrote and answers with what is in them.
# The lines and the answers are described in README.md.

const NO_VALUE := 0xFFFFFFFF
const MODES := ["fastlz", "deflate", "zstd", "gzip"]


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

	for line in input.get_as_text().split("\n", false):
		var cells := line.split("\t")
		var answer: Variant = _setting(cells[1]) if cells[0] == "setting" else _contents(cells)
		if answer == null:
			output.store_32(NO_VALUE)
		else:
			output.store_32(answer.size())
			output.store_buffer(answer)
	output.close()
	return 0


func _setting(key: String) -> Variant:
	if not ProjectSettings.has_setting(key):
		return null
	return var_to_bytes_with_objects(ProjectSettings.get_setting(key))


func _contents(cells: PackedStringArray) -> Variant:
	var file: FileAccess
	if cells[0] in MODES:
		file = FileAccess.open_compressed(cells[1], FileAccess.READ, MODES.find(cells[0]))
	elif cells[0] == "pass":
		file = FileAccess.open_encrypted_with_pass(cells[1], FileAccess.READ, cells[2])
	elif cells[0] == "key":
		file = FileAccess.open_encrypted(cells[1], FileAccess.READ, cells[2].hex_decode())
	if file == null:
		return null
	return file.get_buffer(file.get_length()) if file.get_length() > 0 else PackedByteArray()
