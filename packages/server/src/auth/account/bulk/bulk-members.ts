import type {
  BulkDeleteMembersRequest,
  BulkDeleteMembersResponse,
  BulkMembersByFilterRequest,
  BulkMembersByFilterResponse,
  MemberJobAction,
  MemberJobRequest,
  MemberJobResponse,
} from "@porchlight/contract/members/administration/administration";
import { lockMemberByIdOrEmail } from "../../../members/administration/lock-member-by-id-or-email.ts";
import { countMatching } from "../../../members/directory/member-pages-store.ts";
import { bulkCondition } from "../../../members/directory/query-members.ts";
import { recordApiKeyUse } from "../../../platform/audit/audit.ts";
import { InvalidArguments, Refusal, violation } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import { newId } from "../../../platform/db/ids.ts";
import { requireMemberManager } from "../../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../../platform/server-context.ts";
import { deleteLockedMember } from "../delete-member.ts";
import { findMemberJob, insertMemberJob } from "./member-jobs-store.ts";

/** Maximum length of a stored filter as JSON. */
const maxFilterLength = 128 * 1024;

/**
 * Starts an action on all members that match a filter. It runs in the background.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 * @throws {InvalidArguments} for an invalid filter, or an empty one that would block or delete all members.
 * Source: wire.md, Members, `bulkApproveMembers`.
 */
export async function startMemberJob(
  context: ServerContext,
  { caller }: Requester,
  { body: { filter, search } }: BulkMembersByFilterRequest,
  action: MemberJobAction,
): Promise<BulkMembersByFilterResponse> {
  requireMemberManager(caller);
  const expression = search?.expression ?? null;
  const matching = bulkCondition({ filter, search: expression });
  if (JSON.stringify(filter).length > maxFilterLength)
    throw new InvalidArguments([violation("filter", `has more than ${maxFilterLength} characters`, "MAX_LENGTH")]);
  const onlyChangesPending = action === "APPROVE" || action === "REJECT";
  if (!onlyChangesPending && !isSelective(expression) && !hasCondition(filter))
    throw new InvalidArguments([violation("filter", "must have a condition, so that it does not match all members")]);
  const at = context.now();
  const siteId = context.site.id;
  const job = { siteId, id: newId(at.getTime()), action, filter, search: expression, requestedBy: caller, at };
  await context.db.transaction().execute(async (tx) => {
    await recordApiKeyUse(tx, context, caller);
    await insertMemberJob(tx, { ...job, total: await countMatching(tx, siteId, matching) });
  });
  context.wakeJobs("member-change");
  return { jobId: job.id };
}

/** Whether a search does not match practically all members: `@` is in every email. */
const isSelective = (expression: string | null) => (expression?.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 2;

/** Whether a filter has a condition on a field, at any depth, and in every alternative. */
function hasCondition(filter: unknown): boolean {
  if (Array.isArray(filter)) return filter.some(hasCondition);
  if (typeof filter !== "object" || filter === null) return false;
  return Object.entries(filter).some(([name, operand]) =>
    name === "$or" && Array.isArray(operand)
      ? operand.length > 0 && operand.every(hasCondition)
      : !name.startsWith("$") || hasCondition(operand),
  );
}

/** Status and progress of a bulk action. @throws {Refusal} `NOT_ALLOWED`, `MEMBER_JOB_NOT_FOUND`. */
export async function getMemberJob(
  context: ServerContext,
  { caller }: Requester,
  { params }: MemberJobRequest,
): Promise<MemberJobResponse> {
  requireMemberManager(caller);
  const row = await findMemberJob(context.db, context.site.id, params.jobId);
  if (!row) throw new Refusal("MEMBER_JOB_NOT_FOUND");
  const { id, action, status, total, processed, succeeded, failed, created_at, finished_at } = row;
  const createdDate = created_at.toISOString();
  const finished = finished_at ? { finishedDate: finished_at.toISOString() } : {};
  return { job: { id, action, status, total, processed, succeeded, failed, createdDate, ...finished } };
}

/**
 * Deletes members by id. Each one succeeds or fails separately.
 *
 * @throws {Refusal} `NOT_ALLOWED`. Source: entities.md, BulkDeleteMembersRequest.
 */
export async function bulkDeleteMembers(
  context: ServerContext,
  { caller }: Requester,
  { body }: BulkDeleteMembersRequest,
): Promise<BulkDeleteMembersResponse> {
  requireMemberManager(caller);
  const results: BulkDeleteMembersResponse["results"] = [];
  for (const [originalIndex, id] of body.memberIds.entries()) {
    try {
      await context.db.transaction().execute(async (tx) => {
        const member = await lockMemberByIdOrEmail(tx, context, id.toLowerCase());
        if (!results.some(({ itemMetadata }) => itemMetadata.success)) await recordApiKeyUse(tx, context, caller);
        await deleteLockedMember(tx, context, caller, member);
      });
      results.push({ itemMetadata: { id, originalIndex, success: true } });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message: description } = error;
      results.push({ itemMetadata: { id, originalIndex, success: false, error: { code, description } } });
    }
  }
  const totalSuccesses = results.filter(({ itemMetadata }) => itemMetadata.success).length;
  const totalFailures = results.length - totalSuccesses;
  return { results, bulkActionMetadata: { totalSuccesses, totalFailures, undetailedFailures: 0 } };
}
