import type { ImportEntry, ImportedPost } from "@porchlight/importers/import-entry";

/** What a source contains, whether stored already or not. */
export interface ImportContents {
  posts: number;
  pages: number;
  /** Distinct images. */
  images: number;
  categories: number;
  tags: number;
  authors: number;
  comments: number;
}

/** Counts entries while they are read. */
export function countContents(entries: AsyncIterable<ImportEntry>): {
  entries: AsyncIterable<ImportEntry>;
  contents(): ImportContents;
} {
  const names = { images: new Set<string>(), categories: new Set(), tags: new Set(), authors: new Set() };
  const counts = { posts: 0, pages: 0, comments: 0 };
  const add = (post: ImportedPost) => {
    counts[post.isPage ? "pages" : "posts"] += 1;
    counts.comments += post.comments?.length ?? 0;
    for (const author of post.authors) names.authors.add(author);
    for (const { slug } of post.categories) names.categories.add(slug);
    for (const label of post.tagLabels) names.tags.add(label.toLowerCase());
    if (post.heroImage) names.images.add(post.heroImage.id || (post.heroImage.url ?? ""));
    for (const name of imagesIn(post.richContent.nodes)) names.images.add(name);
  };
  async function* counted() {
    for await (const entry of entries) {
      if (entry.kind === "post") add(entry.post);
      else if (entry.kind === "record") {
        if (entry.record.table === "posts") counts.posts += 1;
        for (const id of entry.pictures) names.images.add(id);
      }
      yield entry;
    }
  }
  return {
    entries: counted(),
    contents: () => ({
      ...counts,
      images: names.images.size,
      categories: names.categories.size,
      tags: names.tags.size,
      authors: names.authors.size,
    }),
  };
}

function imagesIn(nodes: ImportedPost["richContent"]["nodes"]): string[] {
  const found: string[] = [];
  const waiting = [...nodes];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const sources = [
      node.imageData?.image?.src,
      ...(node.galleryData?.items ?? []).map((item) => item?.image?.media?.src),
    ];
    for (const source of sources) {
      const name = source?.id ?? source?.url;
      if (name) found.push(name);
    }
    waiting.push(...(node.nodes ?? []));
  }
  return found;
}
