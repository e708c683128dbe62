import { AsyncLocalStorage } from "node:async_hooks";
import type { Caller } from "../context/caller.ts";

/** What is told of a request where what it did is written down. */
export interface RequestStore {
  requestId: string;
  userAgent: string | undefined;
  /** Who asks, once that is known. */
  caller?: Caller;
}

const underWay = new AsyncLocalStorage<RequestStore>();

/** Runs `work` as part of a request: whatever it calls, however deep, can ask for {@link requestFacts}. */
export function duringRequest<Answer>(facts: RequestStore, work: () => Answer): Answer {
  return underWay.run(facts, work);
}

/** The request under way; `undefined` on the command line and in workers. */
export function requestFacts(): RequestStore | undefined {
  return underWay.getStore();
}

/** Tells whom the request under way is by. */
export function noteCaller(caller: Caller): void {
  const facts = underWay.getStore();
  if (facts) facts.caller = caller;
}
