//! Minecraft.
