import type { ImageEncoding } from "@porchlight/contract/media/image-sizes";
import type { Card } from "../social-card/card.ts";

/** A share of the width and of the height, each from 0 to 1. */
export type Focus = readonly [x: number, y: number];

export interface ResizeTask {
  kind: "resize";
  bytes: Uint8Array;
  width: number;
  height?: number | undefined;
  focus: Focus;
  encoding: ImageEncoding | "legacy";
}

export type RenderTask = ResizeTask | { kind: "card"; card: Card };

/** `film`: it moves, and is shown as it is. `unreadable`: no picture can be made of it. */
export type RenderResult = { bytes: Uint8Array } | { failure: "film" | "unreadable" };
