import { isDeepStrictEqual } from "node:util";
import type { ReadDraft } from "@porchlight/contract/blog/drafts/schema";
import type { WireImage } from "@porchlight/contract/blog/posts/post";
import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import type { PostChange } from "../../../platform/db/tables/json-columns.ts";
import type { StoredValues } from "./draft-values-store.ts";
import type { Change, LockedDraft } from "./draft-writes-store.ts";

/** Whoever sends back a draft as it was read changes nothing: what is told apart here is what was sent from what is new. */

/** What of a change is another value than the draft has. */
export function withoutUnchanged(
  { values, richContent }: Change,
  stored: StoredValues,
  draft: LockedDraft,
  input: Partial<ReadDraft>,
): Change {
  const before: PostChange = { ...stored.values, ...draft.edits };
  const sent = withKnownMedia(values, before, input);
  const content = stored.editedContent ?? stored.richContent;
  if (!richContent || !isDeepStrictEqual(richContent, content)) return { values: different(sent, before), richContent };
  const { content_text: _text, minutes_to_read: _minutes, ...others } = sent;
  return { values: different(others, before) };
}

/** What waits to be published after a change of a published post; `undefined` when it is as it is in public again. */
export function editsAfter(
  { values, richContent }: Change,
  stored: StoredValues,
  draft: LockedDraft,
): { edits: PostChange; editedContent: RichContent | null } | undefined {
  const content = richContent ?? stored.editedContent;
  const editedContent = content && !isDeepStrictEqual(content, stored.richContent) ? content : null;
  const edits = different({ ...draft.edits, ...values }, stored.values);
  return Object.keys(edits).length === 0 && !editedContent ? undefined : { edits, editedContent };
}

function different(values: PostChange, before: PostChange): PostChange {
  const known = before as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isDeepStrictEqual(plain(value), plain(known[name]))),
  );
}

/** As it comes out of the database. */
const plain = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));

/**
 * The contract's client writes pictures and films as one address, which leaves out some of what is known of them: the same one sent back is
 * the one that is known.
 */
function withKnownMedia(values: PostChange, before: PostChange, input: Partial<ReadDraft>): PostChange {
  const known = { ...values };
  const hero = input.heroImage ?? input.media?.wixMedia?.image;
  if (known.hero_image && isSentBack(hero, before.hero_image)) known.hero_image = before.hero_image ?? null;
  const { wixMedia } = known.media ?? {};
  const knownMedia = before.media?.wixMedia;
  if (known.media && wixMedia && knownMedia) {
    const { image, videoV2 } = input.media?.wixMedia ?? {};
    known.media = {
      ...known.media,
      wixMedia: {
        ...wixMedia,
        ...(knownMedia.image && isSentBack(image, knownMedia.image) && { image: knownMedia.image }),
        ...(knownMedia.videoV2 &&
          videoV2?.id === knownMedia.videoV2.id &&
          videoV2.url?.startsWith("wix:video:") && { videoV2: knownMedia.videoV2 }),
      },
    };
  }
  return known;
}

function isSentBack(sent: Partial<ReadDraft>["heroImage"], known: WireImage | null | undefined): boolean {
  if (!sent || !known) return false;
  if (sent.url?.startsWith("wix:image:"))
    return (
      (sent.id ?? known.id) === known.id && (sent.width ?? 0) === known.width && (sent.height ?? 0) === known.height
    );
  return sent.id == null && sent.width == null && sent.url === known.url;
}
