# Writes a ConfigFile, and the same file after each of a few changes: godot3-server --script config3.gd DIR
extends SceneTree


func _init():
	var folder = OS.get_cmdline_args()[-1]
	var file = ConfigFile.new()
	file.set_value("player", "name", "A \"name\"\nline ä 日本")
	file.set_value("player", "gold", 5)
	file.set_value("player", "speed", 0.5)
	file.set_value("player", "at", Vector2(1, 2.5))
	file.set_value("player", "bag", ["sword", {"count": 3, "tags": ["a", "b"]}, 7])
	file.set_value("player", "is/odd", true)
	file.set_value("audio/bus", "names", PoolStringArray(["a", "b"]))
	file.set_value("audio/bus", "levels", {"main": 0.25, "music": -3.0, 5: null})
	file.save(folder + "/before.cfg")
	for change in ["gold", "name", "at", "bag", "tags", "append", "key", "new", "section", "erase"]:
		file = ConfigFile.new()
		file.load(folder + "/before.cfg")
		var bag = file.get_value("player", "bag")
		var levels = file.get_value("audio/bus", "levels")
		match change:
			"gold":
				file.set_value("player", "gold", 999)
			"name":
				file.set_value("player", "name", "b\\c \"d\"\te")
			"at":
				file.set_value("player", "at", Vector2(-7.25, 2.5))
			"bag":
				bag[1]["count"] = 4
				file.set_value("player", "bag", bag)
			"tags":
				bag[1]["tags"].remove(0)
				file.set_value("player", "bag", bag)
			"append":
				bag.append(Color(1, 0, 0.5, 1))
				file.set_value("player", "bag", bag)
			"key":
				levels["voice"] = 1
				file.set_value("audio/bus", "levels", levels)
			"new":
				file.set_value("player", "hp", {"max": 9})
			"section":
				file.set_value("video", "mode", Vector2(640, 480))
			"erase":
				file.erase_section_key("player", "speed")
		file.save(folder + "/" + change + ".cfg")
	quit()
