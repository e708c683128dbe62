import { isDeepStrictEqual } from "node:util";
import type { ParsedDraft } from "@porchlight/contract/blog/drafts/schema";
import type { WireImage } from "@porchlight/contract/blog/posts/post";
import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import type { PostChange } from "../../../platform/db/tables/column-types.ts";
import type { DraftChange, LockedDraft, StoredValues } from "./draft-writes-store.ts";

/** A draft that is sent back unchanged must change nothing, so these functions compare input with stored values. */

/** Removes values that equal those of the draft. */
export function withoutUnchanged(
  { values, richContent }: DraftChange,
  stored: StoredValues,
  draft: LockedDraft,
  input: Partial<ParsedDraft>,
): DraftChange {
  const before: PostChange = { ...stored.values, ...draft.edits };
  const sent = withStoredMedia(values, before, input);
  const content = stored.editedContent ?? stored.richContent;
  if (!richContent || !isDeepStrictEqual(richContent, content))
    return { values: changedValues(sent, before), richContent };
  const { content_text: _text, minutes_to_read: _minutes, ...others } = sent;
  return { values: changedValues(others, before) };
}

/** The unpublished changes of a published post after a change; `undefined` if it equals the public version again. */
export function editsAfter(
  { values, richContent }: DraftChange,
  stored: StoredValues,
  draft: LockedDraft,
): { edits: PostChange; editedContent: RichContent | null } | undefined {
  const content = richContent ?? stored.editedContent;
  const editedContent = content && !isDeepStrictEqual(content, stored.richContent) ? content : null;
  const edits = changedValues({ ...draft.edits, ...values }, stored.values);
  return Object.keys(edits).length === 0 && !editedContent ? undefined : { edits, editedContent };
}

function changedValues(values: PostChange, before: PostChange): PostChange {
  const previous: Record<string, unknown> = { ...before };
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !isDeepStrictEqual(normalizeJson(value), normalizeJson(previous[name])),
    ),
  );
}

/** The value after a round trip through the database. */
const normalizeJson = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));

/**
 * The contract's client sends an image or video as one URL that lacks some stored metadata. If the URL is unchanged,
 * the stored metadata stays.
 */
function withStoredMedia(values: PostChange, before: PostChange, input: Partial<ParsedDraft>): PostChange {
  const result = { ...values };
  const hero = input.heroImage ?? input.media?.wixMedia?.image;
  if (result.hero_image && isSameImage(hero, before.hero_image)) result.hero_image = before.hero_image ?? null;
  const { wixMedia } = result.media ?? {};
  const storedMedia = before.media?.wixMedia;
  if (result.media && wixMedia && storedMedia) {
    const { image, videoV2 } = input.media?.wixMedia ?? {};
    result.media = {
      ...result.media,
      wixMedia: {
        ...wixMedia,
        ...(storedMedia.image && isSameImage(image, storedMedia.image) && { image: storedMedia.image }),
        ...(storedMedia.videoV2 &&
          videoV2?.id === storedMedia.videoV2.id &&
          videoV2.url?.startsWith("wix:video:") && { videoV2: storedMedia.videoV2 }),
      },
    };
  }
  return result;
}

function isSameImage(sent: Partial<ParsedDraft>["heroImage"], stored: WireImage | null | undefined): boolean {
  if (!sent || !stored) return false;
  if (sent.url?.startsWith("wix:image:"))
    return (
      (sent.id ?? stored.id) === stored.id && (sent.width ?? 0) === stored.width && (sent.height ?? 0) === stored.height
    );
  return sent.id == null && sent.width == null && sent.url === stored.url;
}
