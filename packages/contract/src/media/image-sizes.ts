/** Pixels. Pictures are made in these widths and no others, so that nobody can have a server make more than it can keep. */
export const imageWidths = [160, 320, 480, 640, 960, 1200, 1280, 1600, 1920, 2560] as const;

/** Width and height of what pictures are cut to. */
export const imageRatios = [
  [1, 1],
  [4, 3],
  [3, 2],
  [16, 9],
  [40, 21],
  [2, 1],
  [3, 4],
  [2, 3],
  [9, 16],
] as const;

/** What a picture may be asked for in; without one of them the reader's `Accept` decides. */
export const imageEncodings = ["avif", "webp", "jpg", "png"] as const;
export type ImageEncoding = (typeof imageEncodings)[number];
