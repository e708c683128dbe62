import { AsyncLocalStorage } from "node:async_hooks";
import type { DataHook } from "@porchlight/contract/data/hooks/data-hook";
import pLimit from "p-limit";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { currentRequest } from "../../platform/context/request-context.ts";
import { isEditor } from "../../platform/identity/require-editor.ts";
import type { DataContext } from "../data-context.ts";
import { callHookUrl, HookRequestError } from "./call-hook-url.ts";
import { hookFailure, hookRejection } from "./hook-failure.ts";
import type { HookHandler, HookHandlers } from "./hook-registry.ts";
import { hookValueName, InvalidHookValue, isValidHookResult, toHookValue, toWire } from "./hook-values.ts";
import type { HookContext } from "./site-hooks.ts";

/** Timeouts of all hooks of a call, and of a call with many items. */
const timeoutMs = 5_000;
const bulkTimeoutMs = 20_000;
/** How deep hooks may trigger other hooks. */
const maxDepth = 5;

/** Limits hooks of this process, which also ends cycles of hooks through the network. */
const limit = pLimit(64);
const nesting = new AsyncLocalStorage<number>();

type Item = Record<string, unknown>;

/** The hooks of one call. */
export interface HookRun {
  has(hook: DataHook): boolean;
  /** Applies the hooks to a value. @throws {Refusal} `WDE0078`. */
  run<Value>(hook: DataHook, value: Value, currentItem?: Item): Promise<Value>;
  /** Applies hooks after a write: failures are logged and leave the value unchanged. */
  runAfterWrite<Value>(hook: DataHook, value: Value, currentItem?: Item): Promise<Value>;
}

/** Whether the call suppresses hooks and the caller may do so. Source: security requirements §7.3. */
export function suppressesHooks(caller: Caller, options: { suppressHooks?: boolean | null | undefined }): boolean {
  if (options.suppressHooks !== true) return false;
  return isEditor(caller) || ("apiKey" in caller && caller.apiKey !== undefined);
}

/** @param many Whether the call is about many items. @returns `undefined` if none of the hooks applies. */
export async function openHooks(
  context: DataContext,
  caller: Caller,
  call: { dataCollectionId: string; suppressHooks?: boolean | null | undefined },
  hooks: readonly DataHook[],
  { many = false }: { many?: boolean } = {},
): Promise<HookRun | undefined> {
  const handlers = (await context.hooks.read()).get(call.dataCollectionId);
  if (!handlers || !hooks.some((hook) => handlers[hook]) || suppressesHooks(caller, call)) return undefined;
  return createHookRun(context, caller, call.dataCollectionId, handlers, many ? bulkTimeoutMs : timeoutMs);
}

function createHookRun(
  context: DataContext,
  caller: Caller,
  collectionId: string,
  handlers: HookHandlers,
  totalTimeoutMs: number,
): HookRun {
  const endsAt = performance.now() + totalTimeoutMs;

  async function runHandler(
    handler: HookHandler,
    hook: DataHook,
    value: unknown,
    currentItem: Item | undefined,
  ): Promise<unknown> {
    const depth = (nesting.getStore() ?? 0) + 1;
    if (depth > maxDepth) throw hookFailure(hook, collectionId, "was called in a cycle of hooks");
    return withTimeout(Math.min(timeoutMs, endsAt - performance.now()), (signal, remainingMs, timeout) => {
      const call = async () => {
        if (signal.aborted) return undefined;
        if (handler.kind === "address") {
          const message = messageOf(context, caller, { collectionId, hook, value, currentItem });
          return (await callHookUrl(context, handler.row, message, remainingMs()))?.[hookValueName(hook)];
        }
        const hookContext = contextOf(context, caller, { collectionId, hook, currentItem, signal });
        const input = toHookValue(value);
        return toWire(await nesting.run(depth, async () => handler.call(input, hookContext)).catch(thrownByHook));
      };
      // The race frees the slot when a hook hangs; nested hooks use the slot of the outer one.
      const work = () => Promise.race([call(), timeout]);
      return depth > 1 ? work() : limit(work);
    });
  }

  async function run<Value>(hook: DataHook, value: Value, currentItem?: Item): Promise<Value> {
    let current: unknown = value;
    for (const handler of handlers[hook] ?? []) {
      try {
        const result = await runHandler(handler, hook, current, currentItem);
        if (isValidHookResult(hook, result)) current = withId(hook, current, result);
      } catch (error) {
        throw toRefusal(error, hook);
      }
    }
    return current as Value;
  }

  function toRefusal(error: unknown, hook: DataHook): Refusal {
    if (error instanceof ThrownByHook) {
      const { refused, isReadable } = hookRejection(hook, collectionId, error.value);
      if (!isReadable)
        context.log.warn({ event: "hook-failed", collectionId, hook }, "a hook threw an unreadable value");
      return refused;
    }
    if (error instanceof Refusal) return error;
    const isFailure =
      error instanceof InvalidHookValue || error instanceof HookRequestError || error instanceof HookTimeout;
    if (!isFailure) return hookRejection(hook, collectionId, error).refused;
    const reason = error instanceof HookRequestError ? error.reason : undefined;
    context.log.warn({ event: "hook-failed", collectionId, hook, reason }, `a hook ${error.message}`);
    return hookFailure(hook, collectionId, error.message);
  }

  return {
    has: (hook) => handlers[hook] !== undefined,
    run,
    async runAfterWrite(hook, value, currentItem) {
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

/** Hooks may only set the id of a new item. */
function withId(hook: DataHook, current: unknown, result: unknown): unknown {
  const id = Object(current)._id;
  if (typeof result !== "object" || hook === "beforeQuery" || hook === "beforeCount" || id === undefined) return result;
  const input = Object(result)._id ?? id;
  if (hook === "beforeInsert") return { ...result, _id: input };
  if (hook === "beforeUpdate" && input !== id) throw new InvalidHookValue("returned an item with another _id");
  return { ...result, _id: id };
}

/** Wraps what a function has thrown, which may be a value that throws on any access. */
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

/** Rejects after the timeout; later results are ignored. */
async function withTimeout<Result>(
  milliseconds: number,
  work: (signal: AbortSignal, remainingMs: () => number, timeout: Promise<never>) => Promise<Result>,
): Promise<Result> {
  const endsAt = performance.now() + milliseconds;
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const onTimeout = () => {
      const error = new HookTimeout("took too long");
      controller.abort(error);
      reject(error);
    };
    timer = setTimeout(onTimeout, Math.max(0, milliseconds));
  });
  try {
    const remainingMs = () => Math.max(1, endsAt - performance.now());
    return await Promise.race([work(controller.signal, remainingMs, timeout), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

interface HookCall {
  collectionId: string;
  hook: DataHook;
  currentItem: Item | undefined;
}

function contextOf(
  context: DataContext,
  caller: Caller,
  { currentItem, signal, ...call }: HookCall & { signal: AbortSignal },
) {
  const { userId, userRole } = userOf(caller);
  const hookContext: HookContext = {
    collectionName: call.collectionId,
    hook: call.hook,
    userId,
    userRole,
    requestId: currentRequest()?.id,
    signal,
    items: context.hooks.itemsFor(context, caller, signal),
    asOwner: context.hooks.itemsFor(context, { kind: "owner" }, signal),
  };
  return currentItem === undefined ? hookContext : { ...hookContext, currentItem: toHookValue(currentItem) };
}

function messageOf(context: DataContext, caller: Caller, { value, ...call }: HookCall & { value: unknown }): object {
  return {
    id: crypto.randomUUID(),
    siteId: context.site.id,
    requestId: currentRequest()?.id,
    ...userOf(caller),
    ...call,
    [hookValueName(call.hook)]: value,
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
