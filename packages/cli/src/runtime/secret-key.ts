import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { codeOf, describeFileFailure, hasDatabase } from "./data-dir.ts";
import { Failure } from "./errors/failure.ts";

/** A command that prints a new `SECRET_KEY`. */
export const secretKeyCommand = "openssl rand -base64 32";

const keyBytes = 32;
/** Random keys have at least this many distinct bytes. */
export const minDistinctBytes = 16;

/** Decodes 32 bytes from base64 or base64url; undefined if `text` is invalid or obviously not random. */
export function parseSecretKey(text: string): Buffer | undefined {
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
  const key = Buffer.from(text, "base64");
  if (key.length !== keyBytes || new Set(key).size < minDistinctBytes) return undefined;
  const differences = new Set(key.subarray(1).map((byte, index) => byte - (key[index] ?? 0)));
  // Rejects arithmetic sequences such as 0, 1, 2, ….
  return differences.size > 2 ? key : undefined;
}

/**
 * Reads the key of an embedded installation from `<dataDir>/secret-key`; it is created at the first start, and
 * readable only by its owner.
 *
 * @param options.mayCreate Whether a missing file may be created; false in production.
 * @throws {Failure} if the file cannot be read or created, or is missing although a database was encrypted with it.
 */
export function openSecretKeyFile(dataDir: string, { mayCreate }: { mayCreate: boolean }): Buffer {
  const file = path.join(dataDir, "secret-key");
  const found = readKeyFile(file);
  if (found) return found;
  if (hasDatabase(dataDir)) {
    throw new Failure(
      `The file "${file}" is missing, and the database next to it cannot be read without it. Restore it, or set SECRET_KEY to its content.`,
    );
  }
  if (!mayCreate) {
    throw new Failure(
      `SECRET_KEY is missing, and so is the file "${file}". In production, set it to the output of: ${secretKeyCommand}`,
    );
  }
  try {
    return createKeyFile(file);
  } catch (error) {
    throw describeFileFailure(dataDir, error);
  }
}

function readKeyFile(file: string): Buffer | undefined {
  let text: string;
  try {
    text = fs.readFileSync(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw describeFileFailure(file, error);
  }
  const key = parseSecretKey(text.trim());
  if (!key)
    throw new Failure(
      `The file "${file}" does not contain a valid key. Restore the original file, or set SECRET_KEY to its original content.`,
    );
  return key;
}

/** Creates the file atomically: if two servers start concurrently, the second reads the key of the first. */
function createKeyFile(file: string): Buffer {
  const key = randomBytes(keyBytes);
  const temporary = `${file}.${process.pid}`;
  const descriptor = fs.openSync(temporary, "w", 0o600);
  try {
    fs.writeSync(descriptor, `${key.toString("base64")}\n`);
    fs.fsyncSync(descriptor);
    // Under sudo, the owner of the folder must be able to read the file later.
    const owner = fs.statSync(path.dirname(file));
    if (process.getuid?.() === 0) fs.fchownSync(descriptor, owner.uid, owner.gid);
  } finally {
    fs.closeSync(descriptor);
  }
  try {
    fs.linkSync(temporary, file);
    return key;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    return readKeyFile(file) ?? key;
  } finally {
    fs.rmSync(temporary);
  }
}
