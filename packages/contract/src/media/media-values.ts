/** What a file is to those who show it. */
export const mediaTypes = ["IMAGE", "VIDEO", "AUDIO", "DOCUMENT"] as const;
/** The kind of a file. */
export type MediaType = (typeof mediaTypes)[number];

/** Characters of a file's name. */
export const maxFileNameLength = 255;
/** Characters. Source: entities.md, Media, altText. */
export const maxAltTextLength = 1000;
