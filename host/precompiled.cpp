// Nothing of its own: it exists so that precompiled.hpp is compiled once and reused by every target.
