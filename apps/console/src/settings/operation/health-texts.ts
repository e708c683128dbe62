import type { HealthCode, HealthFinding } from "@porchlight/contract/site/background-job";
import { language, text } from "../../texts/text.ts";

type Facts = NonNullable<HealthFinding["data"]>;

const dayOf = ({ day }: Facts) =>
  new Date(String(day)).toLocaleDateString(language, { dateStyle: "medium", timeZone: "UTC" });

const checks: Readonly<Record<string, string>> = {
  PUBLIC_URL: text("Site address"),
  database: text("Database"),
  migrations: text("Migrations"),
  durability: text("Durability"),
  connections: text("Connections"),
  clock: text("Clock"),
  archive: text("Archive of the database"),
  "secret key": text("Secret key"),
  "data queries": text("Collection queries"),
  jobs: text("Background jobs"),
  pictures: text("Images and files"),
  backups: text("Backups"),
  mail: text("Email"),
  messages: text("Text messages"),
  "owner's email": text("Owner's email"),
};

const findings: Readonly<Record<HealthCode, (facts: Facts) => string>> = {
  NODE: (facts) => text("Version {version}", facts),
  NODE_OLD: (facts) =>
    text("Version {version} is too old. Use Node.js {required}, or start with npx, which includes it.", facts),
  ADDRESS: ({ url }) => String(url),
  ADDRESS_HTTP: (facts) =>
    text("{url} is not encrypted. Set PUBLIC_URL to an address that starts with https://.", facts),
  DATABASE: (facts) => text("PostgreSQL {version}", facts),
  DATABASE_OLD: (facts) => text("PostgreSQL {version} is too old. Use {required} or newer.", facts),
  DATABASE_ENCODING: (facts) =>
    text("The database stores text as {encoding}. Create a database with the encoding UTF8, and use that.", facts),
  MIGRATIONS: () => text("All are applied."),
  MIGRATIONS_NONE: () =>
    text("The database is empty. Restart the server to create the tables, or run: porchlight migrate"),
  MIGRATIONS_MISSING: (facts) =>
    text(
      "{missing, plural, one {# is missing.} other {# are missing.}} Restart the server to apply them, or run: porchlight migrate",
      facts,
    ),
  MIGRATIONS_NEWER: (facts) =>
    text("The database is at {applied}, and this version has {latest}. Start the newer version.", facts),
  DURABILITY: () => text("Confirmed changes are on the disk."),
  DURABILITY_OFF: (facts) =>
    text("A crash loses confirmed changes. Turn these settings on in postgresql.conf: {settings}.", facts),
  CONNECTIONS: (facts) => text("{used, number} of {maximum, number} in use", facts),
  CONNECTIONS_FEW: (facts) =>
    text(
      "{used, number} of {maximum, number} in use, and one server takes up to {required}. Raise max_connections, or stop other programs.",
      facts,
    ),
  CLOCK: () => text("The clocks of the server and of the database agree."),
  CLOCK_DIFFERENT: (facts) =>
    text(
      "The clocks of the server and of the database differ by {seconds, plural, one {# second} other {# seconds}}. Set both by NTP.",
      facts,
    ),
  ARCHIVE_FAILED: (facts) =>
    text(
      "PostgreSQL could not archive its log at {at}, and retains it. Check the folder of WAL_ARCHIVE_DIR and its free space.",
      facts,
    ),
  KEY: () => text("The key decrypts the secrets in the database."),
  KEY_UNUSED: () => text("Nothing is encrypted with the key yet."),
  KEY_WRONG: () => text("This is not the key that the database was created with. Restore the original key."),
  QUERIES: () => text("No query needs another index."),
  QUERIES_SLOW: (facts) =>
    text("Queries of {collection} took up to {seconds} seconds. Create an index: {command}", facts),
  JOBS: (facts) =>
    text("{waiting, plural, =0 {No job is waiting.} one {# job is waiting.} other {# jobs are waiting.}}", facts),
  JOBS_FAILED: (facts) =>
    text("Failed after all attempts: {jobs}. The Imports and jobs page lists the reasons.", facts),
  SPACE: (facts) => text("{free} are free in {folder}.", facts),
  SPACE_LOW: (facts) => text("Only {free} are free in {folder}. Free disk space soon.", facts),
  SPACE_NONE: (facts) => text("Only {free} are free in {folder}. Free disk space now.", facts),
  FOLDER_UNUSABLE: (facts) =>
    text("Files cannot be stored in {folder}: {reason}. Correct the permissions of the folder.", facts),
  BUCKET: (facts) => text("In the bucket {url}", facts),
  BUCKET_UNUSABLE: (facts) =>
    text("The bucket {url} cannot be used: {reason}. Correct MEDIA_S3_URL, or the permissions of its key.", facts),
  BACKUP: (facts) => text("The latest backup is from {day}.", { day: dayOf(facts) }),
  BACKUP_NONE: () => text("There is no backup. Create one on the Backups page, or set a schedule there."),
  BACKUP_OLD: (facts) =>
    text("The latest backup is from {day}. Create a new one on the Backups page, or set a schedule there.", {
      day: dayOf(facts),
    }),
  MAIL: (facts) => text("Sent through {host}", facts),
  MAIL_INBOX: () => text("Delivered to the development inbox, /dev/mail. Set SMTP_URL to send emails."),
  MAIL_MISSING: () => text("No mail server is set. Set SMTP_URL."),
  MAIL_SENDER_MISSING: (facts) =>
    text("Sent through {host} from no-reply@ and the host of the site. Set MAIL_FROM.", facts),
  MAIL_UNUSABLE: (facts) => text("The mail server {host} cannot be used: {reason}. Correct SMTP_URL.", facts),
  OWNER_EMAIL: ({ email = "" }) => String(email),
  OWNER_EMAIL_MISSING: () =>
    text(
      "Not set, so you get no email about members who wait for approval. Enter it under Settings, Posts, files and forms.",
    ),
  MESSAGES: (facts) => text("Sent through {host}", facts),
  MESSAGES_INBOX: () => text("Delivered to the development inbox, /dev/mail"),
  MESSAGES_OFF: () =>
    text("There is no webhook, so text messages, calls and devices are not offered as second factors."),
  MESSAGES_UNUSABLE: (facts) =>
    text(
      "The webhook at {host} cannot be used: {reason}. Correct MESSAGE_WEBHOOK_URL, its secret, or the receiver.",
      facts,
    ),
};

/** The name of a check, and what it has found, in the language of the page. */
export const describeFinding = ({ check, code, data = {}, message }: HealthFinding) => ({
  name: checks[check] ?? check,
  state: code === undefined ? message : findings[code](data),
});
