import { Readable } from "node:stream";
import { Decrypter, Encrypter } from "age-encryption";
import { BackupError } from "./backup-archive.ts";

/** Start of a file in the format age. Source: https://age-encryption.org/v1, "Header". */
const header = Buffer.from("age-encryption.org/v1\n");

/** Memory for a key is 64 MiB. The default of 256 MiB would exceed that of small servers. */
const scryptWorkFactor = 16;

/** Encrypts a stream in the format age, which the program of the same name decrypts. */
export async function* encryptBackup(
  source: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(scryptWorkFactor);
  yield* await encrypter.encrypt(toWebStream(source));
}

/**
 * Decrypts a stream, unless it is not encrypted.
 *
 * @param name Name of the backup, for error messages.
 * @throws {BackupError} if the passphrase is missing or wrong, or the file is damaged.
 */
export async function* decryptBackup(
  source: AsyncIterable<Uint8Array>,
  name: string,
  passphrase: string | undefined,
): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const remaining = (async function* () {
    yield first.value;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  })();
  if (!header.equals(first.value.subarray(0, header.length))) return yield* remaining;
  if (passphrase === undefined)
    throw new BackupError(`"${name}" is encrypted. Set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE.`);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  let isOpen = false;
  try {
    const content = await decrypter.decrypt(toWebStream(remaining));
    isOpen = true;
    yield* content;
  } catch (error) {
    if (error instanceof Error && "code" in error) throw error;
    throw new BackupError(
      isOpen
        ? `"${name}" is damaged or incomplete. Copy it again, or use another backup.`
        : `"${name}" cannot be decrypted: the passphrase is wrong, or the file is damaged.`,
    );
  }
}

const toWebStream = (source: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(source)) as ReadableStream<Uint8Array>;
