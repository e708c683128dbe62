import { finishMemberJob, reopenMemberJob } from "./auth/account/bulk/member-jobs-store.ts";
import { runMemberJob } from "./auth/account/bulk/run-member-job.ts";
import { deliverMessage } from "./auth/mfa/codes/deliver-message.ts";
import { sendRecoveryLink } from "./auth/recovery/send-recovery-email.ts";
import { backupJobHandler } from "./backups/run-backup.ts";
import { addMissingImportedFiles } from "./blog/import/store/imported-files-store.ts";
import { endNewsletter, reopenDelivery, resumeNewsletter } from "./blog/newsletter/newsletter-posts-store.ts";
import {
  cancelNewsletterMail,
  deliverNewsletter,
  failNewsletterMail,
  queueNewsletterBatch,
} from "./blog/newsletter/send-newsletter.ts";
import { repairUniqueIndexes } from "./data/collections/definition/unique-indexes.ts";
import { purgeCollections } from "./data/collections/purge-collections.ts";
import { cancelOpenTransfer } from "./data/import-export/get-transfer.ts";
import { failTransfer, runTransfer } from "./data/import-export/run-transfer.ts";
import { reopenFailedTransfer } from "./data/import-export/transfers-store.ts";
import { buildIndexes } from "./data/indexes/build-indexes.ts";
import { failOpenJob, reopenFailedJob } from "./data/jobs/jobs-store.ts";
import { runDataJob } from "./data/jobs/run-data-job.ts";
import { removeUnusedFormFiles } from "./forms/files/form-files.ts";
import { isBackupInProgress } from "./platform/db/backup-lock.ts";
import { deleteExpired } from "./platform/jobs/cleanup-store.ts";
import type { JobHandler } from "./platform/jobs/job-queue.ts";
import type { JobKind } from "./platform/jobs/jobs-store.ts";
import { enqueueJob } from "./platform/jobs/jobs-store.ts";
import {
  completeOutboxEntry,
  deleteOutboxEntry,
  findOutboxEntry,
  type ImageRemovalEntry,
  type MailEntry,
  type MailResult,
  type MessageEntry,
  type NewsletterEntry,
  type OutboxEntry,
} from "./platform/jobs/outbox-store.ts";
import { createDelivery } from "./platform/mail/delivery.ts";
import type { MailKind } from "./platform/mail/mail-kinds.ts";
import { consumeEmailQuota, releaseEmailQuota, secondsUntilNextDay } from "./platform/settings/site-quotas-store.ts";
import type { AppContext } from "./sites/app-context.ts";

/** Pause after each cleanup. */
const cleanupIntervalSeconds = 30 * 60;
/** A backup contains the files of its snapshot: they are removed later. */
const backupRetryDelaySeconds = 30;

/** Whether an email only counts, or also waits for the next day if the quota is used up. */
type EmailQuota = "counted" | "enforced";
/** A person waits for these emails, or they are about the security of an account: they are sent beyond the quota. */
const urgentMails: ReadonlySet<string> = new Set<MailKind>([
  "verification",
  "secondStep",
  "newEmail",
  "recovery",
  "activation",
  "firstPassword",
  "newsletterConfirmation",
  "passwordChanged",
  "secondStepAdded",
  "secondStepRemoved",
  "secondStepsReset",
  "recoveryCodes",
  "knownAddress",
  "emailInUse",
  "emailChanged",
  "accountDeleted",
]);
function quotaOfMail({ kind, payload }: MailEntry): EmailQuota | undefined {
  // Queues another email.
  if (kind === "recovery") return undefined;
  return urgentMails.has(payload.template?.kind ?? "") ? "counted" : "enforced";
}

/** Queues a cleanup of the site unless one is waiting. Each cleanup queues the next one. */
export const enqueueCleanup = ({ db, site }: AppContext, delaySeconds = 0): Promise<void> =>
  enqueueJob(db, site.id, "cleanup", site.isMain ? "cleanup" : site.id, { delaySeconds });

/** Creates the handlers of all kinds of jobs of a site. */
export function createJobHandlers(context: AppContext): Record<JobKind, JobHandler> {
  const { db, site, staffSite } = context;
  const contextOf = ({ siteId }: OutboxEntry) => (siteId === site.id ? context : staffSite);
  const sendMail = createDelivery(context);
  const deliverEach = <Entry extends OutboxEntry>(
    deliver: (entry: Entry) => Promise<MailResult | undefined>,
    /** How the daily quota applies to an email. Default: not at all. */
    quotaOf: (entry: Entry) => EmailQuota | undefined = () => undefined,
  ): JobHandler => ({
    async run(id) {
      const entry = await findOutboxEntry<Entry>(db, [site.id, staffSite.site.id], id);
      // Deleting an account deletes its messages.
      if (!entry) return undefined;
      const quota = quotaOf(entry);
      if (quota && !(await consumeEmailQuota(db, site.id, quota === "counted")))
        return { afterSeconds: secondsUntilNextDay() };
      try {
        await completeOutboxEntry(db, entry, await deliver(entry));
      } catch (error) {
        if (quota) await releaseEmailQuota(db, site.id).catch(() => undefined);
        throw error;
      }
      return undefined;
    },
    cancel: (tx, id) => deleteOutboxEntry(tx, site.id, id),
  });
  const imageRemoval = deliverEach<ImageRemovalEntry>(async ({ payload: { mediaId } }) => {
    await context.media.remove(mediaId);
    await context.sizes.remove(mediaId);
    return undefined;
  });
  return {
    mail: deliverEach<MailEntry>(async (entry) => {
      if (entry.kind === "mail") return sendMail(entry);
      await sendRecoveryLink(contextOf(entry), entry);
      return undefined;
    }, quotaOfMail),
    newsletter: {
      run: (postId) => queueNewsletterBatch(context, postId),
      onDeadLetter: ({ key }) => endNewsletter(db, site.id, key, context.now()),
      reopen: (tx, postId) => resumeNewsletter(tx, site.id, postId),
      cancel: (tx, postId) => endNewsletter(tx, site.id, postId, context.now()),
    },
    "newsletter-mail": {
      ...deliverEach<NewsletterEntry>(
        async (entry) => {
          await deliverNewsletter(context, entry);
          return undefined;
        },
        () => "enforced",
      ),
      onDeadLetter: ({ key }) => failNewsletterMail(context, key),
      reopen: (tx, key) => reopenDelivery(tx, site.id, key, context.now()),
      async cancel(tx, key) {
        await cancelNewsletterMail(tx, context, key);
        await deleteOutboxEntry(tx, site.id, key);
      },
    },
    message: deliverEach<MessageEntry>(async (entry) => {
      await deliverMessage(contextOf(entry), entry);
      return undefined;
    }),
    "image-removal": {
      ...imageRemoval,
      run: async (id, signal) =>
        (await isBackupInProgress(db)) ? { afterSeconds: backupRetryDelaySeconds } : imageRemoval.run(id, signal),
    },
    "bulk-change": {
      run: (id, signal) => runDataJob(context, id, signal),
      onDeadLetter: ({ key }) => failOpenJob(db, site.id, key, context.now()),
      reopen: (tx, id) => reopenFailedJob(tx, site.id, id, context.now()),
      cancel: (tx, id) => failOpenJob(tx, site.id, id, context.now()),
    },
    "member-change": {
      run: (id, signal) => runMemberJob(context, id, signal),
      onDeadLetter: ({ key }) => finishMemberJob(db, site.id, key, { status: "FAILED", at: context.now() }),
      reopen: (tx, id) => reopenMemberJob(tx, site.id, id),
      cancel: (tx, id) => finishMemberJob(tx, site.id, id, { status: "FAILED", at: context.now() }),
    },
    "import-export": {
      run: (id, signal) => runTransfer(context, id, signal),
      onDeadLetter: ({ key, attempts }) => failTransfer(context, key, attempts),
      reopen: (tx, id) => reopenFailedTransfer(tx, { site_id: site.id, id }, context.now()),
      cancel: (tx, id) => cancelOpenTransfer(context, tx, id).then(() => undefined),
    },
    backup: backupJobHandler(context),
    "index-build": { run: (_key, signal) => buildIndexes(context, signal) },
    cleanup: {
      async run(_key, signal) {
        // Deletes expired rows of all sites.
        if (site.isMain) await deleteExpired(db);
        await removeUnusedFormFiles(context);
        await addMissingImportedFiles(context, () => signal.aborted);
        await purgeCollections(context, () => signal.aborted);
        await repairUniqueIndexes(context);
        return { afterSeconds: cleanupIntervalSeconds };
      },
      onDeadLetter: () => enqueueCleanup(context, cleanupIntervalSeconds),
    },
  };
}
