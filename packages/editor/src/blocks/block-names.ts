const names: Readonly<Record<string, string>> = {
  PARAGRAPH: "Text",
  HEADING: "Heading",
  BULLETED_LIST: "Bulleted list",
  ORDERED_LIST: "Numbered list",
  CHECKBOX_LIST: "Checklist",
  BLOCKQUOTE: "Quote",
  CODE_BLOCK: "Code",
  DIVIDER: "Divider",
  IMAGE: "Image",
  VIDEO: "Video",
  GIF: "GIF",
  GALLERY: "Gallery",
  FILE: "File",
  AUDIO: "Audio",
  TABLE: "Table",
  COLLAPSIBLE_LIST: "Collapsible list",
  BUTTON: "Button",
  LINK_PREVIEW: "Bookmark",
  EMBED: "Embed",
  HTML: "HTML",
  POLL: "Poll",
  TOC: "Table of contents",
  MAP: "Map",
  APP_EMBED: "App",
  LAYOUT: "Columns",
  CALLOUT: "Callout",
  FOOTNOTE: "Footnote",
  CARD: "Card",
  SMART_BLOCK: "Smart block",
  SHAPE: "Shape",
  EXTERNAL: "External block",
};

/** The name of a block as writers see it. */
export function blockName(type: string): string {
  const name = names[type];
  if (name) return name;
  const words = type.toLowerCase().replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
