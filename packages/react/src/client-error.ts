import type { PorchlightError } from "@porchlight/client";

/** What a call of the client has thrown. The client throws no other errors. */
export const clientError = (thrown: unknown): PorchlightError => thrown as PorchlightError;
