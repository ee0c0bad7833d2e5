extends SceneTree

# Writes dictionaries with keys of any type as bytes and as the engine's text: see README.md.

var rng = RandomNumberGenerator.new()
func f(): return [0.0, 1.0, -1.0, 2.5][rng.randi() % 4]
func i(): return rng.randi() % 4 - 1
func s(): return ["a", "b", "aa", "B", "ä", ""][rng.randi() % 6]
func key(d):
	match rng.randi() % (18 if d < 2 else 16):
		0: return Plane(f(), f(), f(), f())
		1: return Rect2(f(), f(), f(), f())
		2: return Vector2(f(), f())
		3: return Vector3(f(), f(), f())
		4: return Quat(f(), f(), f(), f())
		5: return Color(f(), f(), f())
		6: return AABB(Vector3(f(), f(), f()), Vector3(f(), f(), f()))
		7: return s()
		8: return NodePath(s())
		9: return i()
		10: return [f(), NAN][rng.randi() % 2]
		11: return rng.randi() % 2 == 0
		12: return PoolIntArray([i()])
		13: return PoolStringArray([s()])
		14: return null
		15: return Transform2D(0.0, Vector2(f(), f()))
		16: return [key(d + 1), key(d + 1)]
		17: return {key(d + 1): key(d + 1)}
func _init():
	var out = File.new()
	out.open(OS.get_environment("GAMEWIRE_OUT"), File.WRITE)
	for n in 60:
		rng.seed = n
		var d = {}
		for x in rng.randi() % 9 + 2: d[key(0)] = x
		var h = ""
		for b in var2bytes(d): h += "%02x" % b
		out.store_line(h + "\t" + to_json(var2str(d)))
	quit()
