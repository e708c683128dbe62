import fs from "node:fs";
import type { HealthFinding } from "@porchlight/contract/site/background-job";
import { isBackupOverdue } from "../backups/backup-folder.ts";
import { openBackupStore } from "../backups/backup-store.ts";
import type { PlatformConfig } from "../platform/config.ts";
import { verifySmtp } from "../platform/mail/verify-smtp.ts";
import { pingMessageWebhook } from "../platform/messaging/webhook.ts";
import { verifyS3 } from "../platform/storage/s3-store.ts";

/** Result of a check. Checks that only `porchlight doctor` makes have no code. */
export type Finding = HealthFinding;

/** A finding. `facts` are for clients that describe it in another language. */
type CreateFinding = (check: string, message: string, facts?: Pick<Finding, "code" | "data">) => Finding;

/** A finding without a problem. */
export const ok: CreateFinding = (check, message, facts) => ({ check, state: "ok", message, ...facts });
/** A finding to look at soon. */
export const warning: CreateFinding = (check, message, facts) => ({ check, state: "warning", message, ...facts });
/** A finding to look at now. */
export const problem: CreateFinding = (check, message, facts) => ({ check, state: "problem", message, ...facts });

/** Supported version of Node. */
const nodeMajor = 24;
const mebibyte = 1024 * 1024;
/** Free space for a warning, and for a problem: PostgreSQL stops writing when there is none. */
const littleSpace = 1024 * mebibyte;
const noSpace = 128 * mebibyte;

/** Checks the version of Node. */
export function checkNode(version: string): Finding {
  if (Number(version.split(".", 1)[0]) >= nodeMajor) return ok("Node.js", version, { code: "NODE", data: { version } });
  return problem("Node.js", `${version} is too old. Use Node.js ${nodeMajor}, or start with npx, which includes it.`, {
    code: "NODE_OLD",
    data: { version, required: nodeMajor },
  });
}

/** Checks the free space on the disk of an existing folder. */
export function checkSpace(check: string, folder: string): Finding {
  const { bavail, bsize } = fs.statfsSync(folder);
  return evaluateSpace(check, folder, bavail * bsize);
}

/** @param free Bytes. */
export function evaluateSpace(check: string, dataDir: string, free: number): Finding {
  const shown = free >= littleSpace ? `${(free / littleSpace).toFixed(1)} GiB` : `${Math.floor(free / mebibyte)} MiB`;
  const words = `"${dataDir}" has ${shown} free`;
  const data = { folder: dataDir, free: shown };
  if (free < noSpace) return problem(check, `${words}. Free disk space now.`, { code: "SPACE_NONE", data });
  if (free < littleSpace) return warning(check, `${words}. Free disk space soon.`, { code: "SPACE_LOW", data });
  return ok(check, words, { code: "SPACE", data });
}

/** Checks the bucket of images and files by writing, reading and removing a small file. */
export async function checkBucket(location: NonNullable<PlatformConfig["mediaS3"]>): Promise<Finding> {
  const check = "pictures";
  const reason = await verifyS3(location);
  const { url } = location;
  if (reason === undefined) return ok(check, `in the bucket ${url}`, { code: "BUCKET", data: { url } });
  return problem(check, `in the bucket ${url}: ${reason}. Correct MEDIA_S3_URL, or the rights of its key.`, {
    code: "BUCKET_UNUSABLE",
    data: { url, reason },
  });
}

/** Checks the mail server by signing in, without sending an email. `mailFrom` is absent if `MAIL_FROM` is not set. */
export async function checkMail({
  smtpUrl,
  mailFrom,
  production,
}: Pick<PlatformConfig, "smtpUrl" | "production"> & { mailFrom?: string | undefined }): Promise<Finding> {
  const check = "mail";
  if (smtpUrl === undefined) {
    if (production)
      return problem(check, "SMTP_URL is missing. Production requires a mail server.", { code: "MAIL_MISSING" });
    return ok(check, "stays in the development inbox, /dev/mail", { code: "MAIL_INBOX" });
  }
  const { host } = new URL(smtpUrl);
  const reason = await verifySmtp(smtpUrl);
  if (reason !== undefined)
    return problem(check, `is sent through ${host}: ${reason}. Correct SMTP_URL.`, {
      code: "MAIL_UNUSABLE",
      data: { host, reason },
    });
  if (mailFrom === undefined)
    return warning(check, `is sent through ${host}, from no-reply@ and the host of PUBLIC_URL. Set MAIL_FROM.`, {
      code: "MAIL_SENDER_MISSING",
      data: { host },
    });
  return ok(check, `is sent through ${host}`, { code: "MAIL", data: { host } });
}

/** Checks the message webhook with a message of the type `ping`. */
export async function checkMessages({
  messageWebhook,
  production,
}: Pick<PlatformConfig, "messageWebhook" | "production">): Promise<Finding> {
  const check = "messages";
  if (messageWebhook === undefined) {
    if (production)
      return ok(check, "no webhook: text messages, calls and devices are not offered as second factors", {
        code: "MESSAGES_OFF",
      });
    return ok(check, "messages stay in the development inbox, /dev/mail", { code: "MESSAGES_INBOX" });
  }
  const { host } = new URL(messageWebhook.url);
  const reason = await pingMessageWebhook(messageWebhook);
  if (reason === undefined) return ok(check, `are sent through ${host}`, { code: "MESSAGES", data: { host } });
  return problem(
    check,
    `are sent through ${host}: ${reason}. Correct MESSAGE_WEBHOOK_URL, its secret, or the receiver.`,
    { code: "MESSAGES_UNUSABLE", data: { host, reason } },
  );
}

/** Checks the age of the newest backup. */
export async function checkBackups(
  config: Pick<PlatformConfig, "backupDir" | "backupS3">,
  now: Date,
): Promise<Finding> {
  const check = "backups";
  const store = openBackupStore(config);
  const backups = await store.list().catch((error: unknown) => String(error instanceof Error ? error.message : error));
  if (typeof backups === "string")
    return warning(
      check,
      `${store.location} is unusable: ${backups}. Correct BACKUP_S3_URL, or the rights of its key.`,
      {
        code: "BUCKET_UNUSABLE",
        data: { url: store.location, reason: backups },
      },
    );
  const [newest] = backups;
  if (!newest)
    return warning(check, `There is none in "${store.location}". Create one: porchlight backup create`, {
      code: "BACKUP_NONE",
      data: { folder: store.location },
    });
  const day = newest.createdAt.toISOString().slice(0, 10);
  if (!isBackupOverdue(newest, now)) return ok(check, `the newest is of ${day}`, { code: "BACKUP", data: { day } });
  return warning(check, `The newest is of ${day}. Create one: porchlight backup create`, {
    code: "BACKUP_OLD",
    data: { day },
  });
}
