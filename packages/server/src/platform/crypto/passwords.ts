import { availableParallelism } from "node:os";
import { createSemaphore } from "../concurrency/semaphore.ts";

/** The library's enum value: Node cannot strip its const enum. */
const argon2id = 2;

/** How expensive a hash is: memory in KiB, and passes over it. */
export interface PasswordHashing {
  memoryCost: number;
  timeCost: number;
}

/** Source: OWASP Password Storage. */
const defaultHashing: PasswordHashing = { memoryCost: 19_456, timeCost: 2 };

/** A hash that matches no password and takes as long to verify as any other. */
const createPlaceholderHash = ({ memoryCost, timeCost }: PasswordHashing) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

const loadArgon2 = () => import("@node-rs/argon2");

/** More concurrent hashes would only slow down each other and every read. */
const maxConcurrent = Math.min(4, availableParallelism() * 2);
const maxQueued = 64;

/** Password hashing in a bounded queue, off the event loop. */
export interface Passwords {
  /** Returns a PHC string. @throws {Refusal} `UNAVAILABLE` if the queue is full. */
  hash(password: string): Promise<string>;
  /**
   * Takes equally long without a hash, that is, for a missing member or password.
   *
   * @throws {Refusal} `UNAVAILABLE` if the queue is full.
   */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>;
  /** Whether the hash has weaker parameters than the current ones, or is not argon2id. */
  needsRehash(passwordHash: string): boolean;
  load(): { running: number; waiting: number };
}

export function createPasswords(hashing: PasswordHashing = defaultHashing): Passwords {
  const parameters = { algorithm: argon2id, parallelism: 1, ...hashing };
  const placeholderHash = createPlaceholderHash(hashing);
  const semaphore = createSemaphore({ maxConcurrent, maxQueued });
  return {
    hash: (password) => semaphore.run(async () => (await loadArgon2()).hash(password.normalize("NFC"), parameters)),
    async verify(passwordHash, password) {
      const matches = await semaphore.run(async () =>
        (await loadArgon2()).verify(passwordHash ?? placeholderHash, password.normalize("NFC")),
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
