import { AsyncLocalStorage } from "node:async_hooks";
import type { DataHook } from "@porchlight/contract/data/hooks/data-hook";
import { createSemaphore } from "../../platform/concurrency/semaphore.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { currentRequest } from "../../platform/context/request-context.ts";
import { isEditor } from "../../platform/identity/require-editor.ts";
import type { DataContext } from "../data-context.ts";
import { AddressFailure, callAddress } from "./call-address.ts";
import { failedHook, refusedByHook } from "./hook-failure.ts";
import type { HookHandler, HookHandlers } from "./hook-registry.ts";
import { fitsHook, nameOfValue, toFunctions, toWire, UnfitValue } from "./hook-values.ts";
import type { HookContext } from "./site-hooks.ts";

/** What the hooks of one call may take together; of a call with many items. */
const patienceMs = 5_000;
const longPatienceMs = 20_000;
/** Calls of hooks that lead to calls of hooks: no deeper. */
const mostDepth = 5;

/** In this process, whoever asks: hooks that call each other through the network come to an end by it. */
const turns = createSemaphore({ atOnce: 64, queueLimit: Number.POSITIVE_INFINITY });
const nesting = new AsyncLocalStorage<number>();

type Item = Record<string, unknown>;

/** The hooks of one call. */
export interface HookRun {
  has(hook: DataHook): boolean;
  /** What the hooks make of a value. @throws {Refusal} `WDE0078`. */
  run<Value>(hook: DataHook, value: Value, currentItem?: Item): Promise<Value>;
  /** The same once something is written: hooks that fail are noted in the log, and leave the value as it is. */
  settle<Value>(hook: DataHook, value: Value, currentItem?: Item): Promise<Value>;
}

/** Whether the caller may have hooks left out. Source: security requirements §7.3. */
export function suppressesHooks(caller: Caller, options: { suppressHooks?: boolean | null | undefined }): boolean {
  if (options.suppressHooks !== true) return false;
  return isEditor(caller) || ("apiKey" in caller && caller.apiKey !== undefined);
}

/** @returns Nothing where none of these hooks is to be called. @param many Whether the call is of many items. */
export async function openHooks(
  context: DataContext,
  caller: Caller,
  call: { dataCollectionId: string; suppressHooks?: boolean | null | undefined },
  hooks: readonly DataHook[],
  { many = false }: { many?: boolean } = {},
): Promise<HookRun | undefined> {
  const steps = (await context.hooks.read()).get(call.dataCollectionId);
  if (!steps || !hooks.some((hook) => steps[hook]) || suppressesHooks(caller, call)) return undefined;
  return createRun(context, caller, call.dataCollectionId, steps, many ? longPatienceMs : patienceMs);
}

function createRun(
  context: DataContext,
  caller: Caller,
  collectionId: string,
  steps: HookHandlers,
  wholePatienceMs: number,
): HookRun {
  const endsAt = performance.now() + wholePatienceMs;

  async function once(
    step: HookHandler,
    hook: DataHook,
    value: unknown,
    currentItem: Item | undefined,
  ): Promise<unknown> {
    const depth = (nesting.getStore() ?? 0) + 1;
    if (depth > mostDepth) throw failedHook(hook, collectionId, "was called by hooks that call each other in a circle");
    return within(Math.min(patienceMs, endsAt - performance.now()), (signal, leftMs, late) => {
      const call = async () => {
        if (signal.aborted) return undefined;
        if (step.kind === "address") {
          const message = messageOf(context, caller, { collectionId, hook, value, currentItem });
          return (await callAddress(context, step.row, message, leftMs()))?.[nameOfValue(hook)];
        }
        const hookContext = contextOf(context, caller, { collectionId, hook, currentItem, signal });
        const given = toFunctions(value);
        return toWire(await nesting.run(depth, async () => step.call(given, hookContext)).catch(thrownByHook));
      };
      // A hook that never ends gives its turn back; who is called by a hook has that one's.
      const work = () => Promise.race([call(), late]);
      return depth > 1 ? work() : turns.run(work);
    });
  }

  async function run<Value>(hook: DataHook, value: Value, currentItem?: Item): Promise<Value> {
    let held: unknown = value;
    for (const step of steps[hook] ?? []) {
      try {
        const answer = await once(step, hook, held, currentItem);
        if (fitsHook(hook, answer)) held = withId(hook, held, answer);
      } catch (error) {
        throw toRefusal(error, hook);
      }
    }
    return held as Value;
  }

  function toRefusal(error: unknown, hook: DataHook): Refusal {
    if (error instanceof ThrownByHook) {
      const { refused, isReadable } = refusedByHook(hook, collectionId, error.value);
      if (!isReadable)
        context.log.warn({ event: "hook-failed", collectionId, hook }, "a hook threw what cannot be read");
      return refused;
    }
    if (error instanceof Refusal) return error;
    const isFailure = error instanceof UnfitValue || error instanceof AddressFailure || error instanceof HookTimeout;
    if (!isFailure) return refusedByHook(hook, collectionId, error).refused;
    const reason = error instanceof AddressFailure ? error.reason : undefined;
    context.log.warn({ event: "hook-failed", collectionId, hook, reason }, `a hook ${error.message}`);
    return failedHook(hook, collectionId, error.message);
  }

  return {
    has: (hook) => steps[hook] !== undefined,
    run,
    async settle(hook, value, currentItem) {
      try {
        return await run(hook, value, currentItem);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        context.log.warn({ event: "hook-failed", collectionId, hook, reason: error.message }, "a hook after a write");
        return value;
      }
    },
  };
}

/** Hooks may choose the id of a new item, and of no other. */
function withId(hook: DataHook, held: unknown, answer: unknown): unknown {
  const id = Object(held)._id;
  if (typeof answer !== "object" || hook === "beforeQuery" || hook === "beforeCount" || id === undefined) return answer;
  const given = (answer as Item)["_id"] ?? id;
  if (hook === "beforeInsert") return { ...answer, _id: given };
  if (hook === "beforeUpdate" && given !== id) throw new UnfitValue("returned an item with another _id");
  return { ...answer, _id: id };
}

/** What a function has thrown. It may be anything, also what answers no question without throwing: nothing is asked of it but as a value. */
class ThrownByHook {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

function thrownByHook(value: unknown): never {
  throw new ThrownByHook(value);
}

class HookTimeout extends Error {
  override readonly name = "HookTimeout";
}

/** Waits no longer than it may; what comes later is nobody's. */
async function within<Result>(
  milliseconds: number,
  work: (signal: AbortSignal, leftMs: () => number, late: Promise<never>) => Promise<Result>,
): Promise<Result> {
  const endsAt = performance.now() + milliseconds;
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = () => {
      const error = new HookTimeout("took too long");
      controller.abort(error);
      reject(error);
    };
    timer = setTimeout(giveUp, Math.max(0, milliseconds));
  });
  try {
    const leftMs = () => Math.max(1, endsAt - performance.now());
    return await Promise.race([work(controller.signal, leftMs, late), late]);
  } finally {
    clearTimeout(timer);
  }
}

interface Moment {
  collectionId: string;
  hook: DataHook;
  currentItem: Item | undefined;
}

function contextOf(
  context: DataContext,
  caller: Caller,
  { currentItem, signal, ...moment }: Moment & { signal: AbortSignal },
) {
  const { userId, userRole } = userOf(caller);
  const hookContext: HookContext = {
    collectionName: moment.collectionId,
    hook: moment.hook,
    userId,
    userRole,
    requestId: currentRequest()?.id,
    signal,
    items: context.hooks.itemsFor(context, caller, signal),
    asOwner: context.hooks.itemsFor(context, { kind: "owner" }, signal),
  };
  return currentItem === undefined ? hookContext : { ...hookContext, currentItem: toFunctions(currentItem) };
}

function messageOf(context: DataContext, caller: Caller, { value, ...moment }: Moment & { value: unknown }): object {
  return {
    id: crypto.randomUUID(),
    siteId: context.site.id,
    requestId: currentRequest()?.id,
    ...userOf(caller),
    ...moment,
    [nameOfValue(moment.hook)]: value,
  };
}

function userOf(caller: Caller): Pick<HookContext, "userId" | "userRole"> {
  switch (caller.kind) {
    case "member":
      return { userId: caller.memberId, userRole: "member" };
    case "visitor":
      return { userId: caller.visitorId, userRole: "visitor" };
    case "apiKey":
      return { userId: caller.apiKey.keyId, userRole: "program" };
    case "owner":
      return { userId: undefined, userRole: "owner" };
    default:
      return { userId: undefined, userRole: "visitor" };
  }
}
