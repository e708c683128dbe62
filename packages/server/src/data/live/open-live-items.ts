import { AsyncLocalStorage } from "node:async_hooks";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { type Credentials, EventStreamResponse, type RequestGuard } from "../../platform/http/serve.ts";
import type { DataContext } from "../data-context.ts";
import { collectionNotFound } from "../data-errors.ts";
import { callerKeyOf } from "../permissions/access.ts";
import { noVersion, watchCollection } from "./changes-store.ts";
import type { DataFeed } from "./data-feed.ts";
import { type LiveQuery, type LiveView, openLiveView } from "./live-view.ts";
import { openResumeToken, subscriptionKey } from "./resume-token.ts";

export interface StreamRequest {
  address: string;
  /** Checked repeatedly: the stream ends with its session. */
  credentials: Credentials;
  lastEventId: string | undefined;
}

/**
 * Opens a stream of changes of the items that match a filter and that the caller may read.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0078`, errors of the filter, `TOO_MANY_REQUESTS`.
 */
export async function openLiveItems(
  context: DataContext,
  feed: DataFeed,
  guard: Pick<RequestGuard, "authenticate">,
  caller: Caller,
  query: LiveQuery,
  { address, credentials, lastEventId }: StreamRequest,
): Promise<EventStreamResponse> {
  // Hooks read the request context, also long after the request.
  const inRequest = AsyncLocalStorage.snapshot();
  const openView = async (): Promise<LiveView> => {
    const view = await inRequest(() => openLiveView(context, caller, query));
    return { ...view, complete: (items) => inRequest(() => view.complete(items)) };
  };
  const view = await openView();
  const callerKey = callerKeyOf(context, caller);
  const key = subscriptionKey(context, caller, query);
  const release = feed.admit(address, callerKey);
  try {
    const epochs: string[] = [];
    for (const collectionId of view.watched)
      epochs.push((await watchCollection(context.db, { siteId: context.site.id, collectionId }))?.epoch ?? noVersion);
    if (epochs[0] === noVersion) throw collectionNotFound(query.dataCollectionId);
    return new EventStreamResponse(
      feed.open({
        view,
        subscriptionKey: key,
        epoch: epochs.join(" "),
        resumeFrom: openResumeToken(context, key, lastEventId),
        openView,
        isAdmitted: () => isStillAdmitted(guard, credentials, (now) => callerKeyOf(context, now) === callerKey),
        release,
      }),
    );
  } catch (error) {
    release();
    throw error;
  }
}

async function isStillAdmitted(
  guard: Pick<RequestGuard, "authenticate">,
  credentials: Credentials,
  isSame: (caller: Caller) => boolean,
): Promise<boolean> {
  try {
    return isSame(await guard.authenticate(credentials));
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
