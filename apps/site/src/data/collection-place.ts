/** Which page of a collection an address means. */
export interface CollectionPlace {
  collectionId: string;
  /** Absent on the list, and where an item is added. */
  itemId?: string;
  isForm: boolean;
}

/** `/collections/{id}`, `…?new`, `/collections/{id}/{item}` and `…/edit`; ids may hold anything, as `collectionPath` writes them. */
export function readPlace({ pathname, searchParams }: URL): CollectionPlace | undefined {
  let parts: string[];
  try {
    parts = pathname.split("/").slice(2).map(decodeURIComponent);
  } catch {
    return undefined;
  }
  const [collectionId, itemId, action, ...more] = parts;
  if (!collectionId || itemId === "" || more.length > 0 || (action !== undefined && action !== "edit"))
    return undefined;
  if (itemId === undefined) return { collectionId, isForm: searchParams.has("new") };
  return { collectionId, itemId: itemId.replace(/^~(?=~|\.\.?$)/, ""), isForm: action === "edit" };
}
