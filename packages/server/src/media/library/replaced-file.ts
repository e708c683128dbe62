/** A file that took the place of another. */
export interface ReplacedFile {
  formerId: string;
  id: string;
  /** Pixels, of images. */
  width: number | null;
  height: number | null;
}

/** A value of JSON in which the new file takes the place of the former one, with its width and height. */
export function withReplacedFile(value: unknown, file: ReplacedFile): unknown {
  if (typeof value === "string") return withReplacedId(value, file);
  if (Array.isArray(value)) return value.map((item) => withReplacedFile(item, file));
  if (typeof value !== "object" || value === null) return value;
  const replaced = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withReplacedFile(part, file)]),
  );
  const { width, height } = file;
  const isImage = typeof replaced.width === "number" && typeof replaced.height === "number" && names(value, file);
  return isImage && width !== null && height !== null ? { ...replaced, width, height } : replaced;
}

/** Whether an object describes the former file: as `{ id, url }` or `{ src: { id, url } }`. */
function names(value: object, { formerId }: ReplacedFile): boolean {
  const { src } = value as { src?: unknown };
  const parts = [...Object.values(value), ...(typeof src === "object" && src !== null ? Object.values(src) : [])];
  return parts.some((part) => typeof part === "string" && part.includes(formerId));
}

function withReplacedId(text: string, { formerId, id, width, height }: ReplacedFile): string {
  if (!text.includes(formerId)) return text;
  const replaced = text.replaceAll(formerId, id);
  if (width === null || height === null || !replaced.startsWith("wix:image:")) return replaced;
  return replaced
    .replace(/\boriginWidth=\d+/, `originWidth=${width}`)
    .replace(/\boriginHeight=\d+/, `originHeight=${height}`);
}
