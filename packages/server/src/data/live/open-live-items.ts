import { AsyncLocalStorage } from "node:async_hooks";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { type Credentials, EventStreamResponse, type RequestGuard } from "../../platform/http/serve.ts";
import type { DataContext } from "../data-context.ts";
import { callerKeyOf } from "../permissions/access.ts";
import type { DataFeed } from "./data-feed.ts";
import { type LiveQuery, openLiveView } from "./live-view.ts";

export interface StreamRequest {
  address: string;
  /** Checked repeatedly: the stream ends with its session. */
  credentials: Credentials;
}

/**
 * Opens a stream that notifies of changes to a collection, and to those that the query reads through references.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0078`, `TOO_MANY_REQUESTS`.
 */
export async function openLiveItems(
  context: DataContext,
  feed: DataFeed,
  guard: Pick<RequestGuard, "authenticate">,
  caller: Caller,
  query: LiveQuery,
  { address, credentials }: StreamRequest,
): Promise<EventStreamResponse> {
  // Hooks read the request context, also long after the request.
  const inRequest = AsyncLocalStorage.snapshot();
  const openView = () => inRequest(() => openLiveView(context, caller, query));
  const view = await openView();
  const callerKey = callerKeyOf(context, caller);
  const isAdmitted = async () => {
    try {
      return callerKeyOf(context, await guard.authenticate(credentials)) === callerKey;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  };
  return new EventStreamResponse(feed.open({ view, openView, isAdmitted, address, callerKey }));
}
