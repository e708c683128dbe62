import { createEnvironment } from "../environment.ts";
import { withTimeout } from "../http/with-timeout.ts";
import { type CallOptions, callTimeoutMs, type Module } from "../transport.ts";

/** The calls of a module as asynchronous functions. */
type AsyncCalls<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

/**
 * `false` for names that the runtime reads on any object: with a `then` method, `await` would treat it as a promise.
 */
export const isMethodName = (name: PropertyKey): boolean => !/^(then|toJSON|Symbol)/.test(String(name));

/**
 * Defines a module whose code is loaded by its first call, for modules that few pages need. If loading fails or takes
 * 30 seconds, the call fails with a network error, and the next call retries. A `signal` in the options of the call
 * aborts the wait.
 *
 * ```ts
 * const factors = lazyModule(() => import("./factors.ts").then((loaded) => loaded.factors));
 * ```
 */
export function lazyModule<Calls extends object>(load: () => Promise<Module<Calls>>): Module<AsyncCalls<Calls>> {
  return (transport) => {
    let calls: Promise<Calls> | undefined;
    const loadCalls = () => {
      calls ??= load().then((module) => module(transport));
      return calls.catch((error) => {
        calls = undefined;
        throw error;
      });
    };
    const call =
      (name: PropertyKey) =>
      async (...args: unknown[]) => {
        // The last argument may be an item with a field `signal` instead of the options.
        const { signal }: CallOptions = Object(args.at(-1));
        const abortSignal = signal instanceof AbortSignal ? signal : null;
        const module = await withTimeout(createEnvironment(), callTimeoutMs, abortSignal, loadCalls);
        return ((module as Record<PropertyKey, unknown>)[name] as (...args: unknown[]) => unknown)(...args);
      };
    return new Proxy({} as AsyncCalls<Calls>, { get: (_, name) => (isMethodName(name) ? call(name) : undefined) });
  };
}
