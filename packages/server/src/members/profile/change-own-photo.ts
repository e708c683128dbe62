import { randomUUID } from "node:crypto";
import type { Member, SetMemberPhotoRequest } from "@porchlight/contract/members/member";
import type { Transaction } from "kysely";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { MemberPhoto } from "../../platform/db/tables/column-types.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { cancelImageRemoval, enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { MediaWriteError } from "../../platform/storage/file-store.ts";
import { type Image, ImageError, readImage } from "../../platform/storage/read-image.ts";
import { toMember } from "../member-serializer.ts";
import { lockMember, setPhoto } from "../members-store.ts";

/**
 * Replaces the photo of the caller and deletes the previous file.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers that are not members; `UNAUTHENTICATED` if they were blocked or deleted
 * since; `UNAVAILABLE` if the file cannot be written.
 * @throws {InvalidArguments} for `photo`: type IMAGE_FORMAT for other file types, IMAGE_DAMAGED for invalid images or
 * too many pixels.
 */
export async function setMemberPhoto(
  context: ServerContext,
  { caller }: Requester,
  { body }: SetMemberPhotoRequest,
): Promise<{ member: Member }> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const image = readPhoto(Buffer.from(body.photo, "base64"));
  const siteId = context.site.id;
  // A unique name, so that a pending removal of the previous file does not apply to this one.
  const owner = randomUUID();
  const id = context.media.idOf(image, owner);
  // Scheduled for removal until it is the member's photo, so that no file is orphaned.
  const removalId = await context.db
    .transaction()
    .execute((tx) =>
      enqueueOutboxEntry(tx, siteId, "unusedPicture", { mediaId: id }, context.now(), removalDelaySeconds),
    );
  return changeOwnPhoto(context, caller.memberId, async (tx) => {
    await storeFile(context, image, owner);
    if (!(await cancelImageRemoval(tx, siteId, removalId))) throw new Refusal("UNAVAILABLE", {}, retrySeconds);
    return { id, width: image.width, height: image.height };
  });
}

/** Much longer than a request may take. */
const removalDelaySeconds = 600;
const retrySeconds = 10;

/** @throws {Refusal} `UNAVAILABLE` if the disk is full or the folder cannot be written. */
async function storeFile({ media, log }: ServerContext, image: Image, owner: string): Promise<void> {
  try {
    await media.put(image, owner);
  } catch (error) {
    if (!(error instanceof MediaWriteError)) throw error;
    const reason = error.cause instanceof Error && "code" in error.cause ? error.cause.code : undefined;
    log.error({ event: "media-unwritable", reason }, "a photo could not be stored");
    throw new Refusal("UNAVAILABLE", {}, retrySeconds);
  }
}

/**
 * Deletes the photo of the caller.
 *
 * @throws {Refusal} as {@link setMemberPhoto}.
 */
export async function removeMemberPhoto(context: ServerContext, { caller }: Requester): Promise<{ member: Member }> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  return changeOwnPhoto(context, caller.memberId, async () => null);
}

async function changeOwnPhoto(
  context: ServerContext,
  memberId: string,
  makePhoto: (tx: Transaction<Tables>) => Promise<MemberPhoto | null>,
): Promise<{ member: Member }> {
  const siteId = context.site.id;
  const row = await context.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, siteId, memberId);
    if (member?.status !== "ACTIVE") throw new Refusal("UNAUTHENTICATED");
    const at = context.now();
    const photo = await makePhoto(tx);
    if (!photo && !member.photo) return member;
    if (member.photo) await enqueueOutboxEntry(tx, siteId, "unusedPicture", { mediaId: member.photo.id }, at);
    return setPhoto(tx, siteId, memberId, photo, at);
  });
  context.wakeOutbox();
  return { member: toMember(context, row, ["FULL"]) };
}

/** Pages show many photos at once, and browsers decode each fully. */
const photoMaxPixels = 2048 * 2048;

function readPhoto(bytes: Buffer): Image {
  const invalid = (description: string, type: "IMAGE_FORMAT" | "IMAGE_DAMAGED") =>
    new InvalidArguments([violation("photo", description, "FORMAT", type)]);
  let image: Image;
  try {
    image = readImage(bytes);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    throw invalid(error.message, /^is (?:no|an SVG)/.test(error.message) ? "IMAGE_FORMAT" : "IMAGE_DAMAGED");
  }
  const { extension, isAnimated: moves, width, height } = image;
  if (extension === "gif") throw invalid("must be a PNG, JPEG, WebP, or AVIF image", "IMAGE_FORMAT");
  if (moves) throw invalid("must not be animated", "IMAGE_FORMAT");
  if (width * height > photoMaxPixels)
    throw invalid(`has ${width} × ${height} pixels; the maximum is 2048 × 2048`, "IMAGE_DAMAGED");
  return image;
}
