extends SceneTree

# Writes dictionaries with keys of any type as bytes and as the engine's text: see README.md.

var rng := RandomNumberGenerator.new()
func f(): return [0.0, 1.0, -1.0, 2.5][rng.randi() % 4]
func i(): return rng.randi() % 4 - 1
func s(): return ["a", "b", "aa", "B", "ä", ""][rng.randi() % 6]
func key(d):
	match rng.randi() % (24 if d < 2 else 22):
		0: return Plane(f(), f(), f(), f())
		1: return Rect2(f(), f(), f(), f())
		2: return Rect2i(i(), i(), i(), i())
		3: return Vector2(f(), f())
		4: return Vector2i(i(), i())
		5: return Vector3(f(), f(), f())
		6: return Vector4(f(), f(), f(), f())
		7: return Quaternion(f(), f(), f(), f())
		8: return Color(f(), f(), f())
		9: return AABB(Vector3(f(), f(), f()), Vector3(f(), f(), f()))
		10: return rid_from_int64(rng.randi() % 20)
		11: return StringName(s())
		12: return s()
		13: return NodePath(s())
		14: return i()
		15: return [f(), NAN][rng.randi() % 2]
		16: return rng.randi() % 2 == 0
		17: return PackedInt32Array([i()])
		18: return PackedStringArray([s()])
		19: return null
		20: return Callable()
		21: return Transform2D(f(), Vector2(f(), f()))
		22: return [key(d + 1), key(d + 1)].slice(rng.randi() % 2)
		23: return {key(d + 1): key(d + 1)}
func _init():
	var out := FileAccess.open(OS.get_environment("GAMEWIRE_OUT"), FileAccess.WRITE)
	for n in 60:
		rng.seed = n
		var d := {}
		for x in rng.randi() % 9 + 2: d[key(0)] = x
		out.store_line(var_to_bytes(d).hex_encode() + "\t" + JSON.stringify(var_to_str(d)))
	quit()
