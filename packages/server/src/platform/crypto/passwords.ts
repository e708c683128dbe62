import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { createSemaphore } from "../concurrency/semaphore.ts";

/** The library's number for argon2id; its own name is a const enum, which Node cannot strip. */
const argon2id = 2;
/** 19 MiB, two passes. Source: security requirements §3.1; OWASP Password Storage. */
const parameters = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes at once: more would only make all of them, and every read beside them, wait longer. */
const maxConcurrent = Math.min(4, availableParallelism() * 2);
/** Sign-ins that may wait for their turn; beyond it the caller is told to come back. */
const maxQueued = 64;

/** Password hashing in a bounded queue, off the event loop. */
export interface Passwords {
  /** PHC string. @throws {Refusal} `UNAVAILABLE` when too many wait already. */
  hash(password: string): Promise<string>;
  /**
   * Takes as long for a member without a password, or no member at all, as for any other.
   *
   * @throws {Refusal} `UNAVAILABLE` when too many wait already.
   */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>;
  /** Whether the hash was made with weaker parameters than today's, or is not argon2id at all. */
  needsRehash(passwordHash: string): boolean;
  /** Hashes under way now, and those that wait for their turn. */
  load(): { running: number; waiting: number };
}

export function createPasswords(): Passwords {
  const semaphore = createSemaphore({ atOnce: maxConcurrent, queueLimit: maxQueued });
  const placeholderHash = hash("nobody's password", parameters);
  return {
    hash: (password) => semaphore.run(() => hash(password.normalize("NFC"), parameters)),
    async verify(passwordHash, password) {
      const matches = await semaphore.run(async () =>
        verify(passwordHash ?? (await placeholderHash), password.normalize("NFC")),
      );
      return matches && passwordHash != null;
    },
    needsRehash(passwordHash) {
      const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(passwordHash) ?? [];
      return !(Number(memory) >= parameters.memoryCost && Number(time) >= parameters.timeCost);
    },
    load: semaphore.load,
  };
}
