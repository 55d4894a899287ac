-- The time of the server that has KEYS[1], after clock.lua.
return text(now)
