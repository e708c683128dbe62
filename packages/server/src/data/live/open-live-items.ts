import { AsyncLocalStorage } from "node:async_hooks";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { type Credentials, EventStreamResponse, type RequestGuard } from "../../platform/http/serve.ts";
import type { DataContext } from "../data-context.ts";
import { noCollection } from "../data-errors.ts";
import { callerKeyOf } from "../permissions/access.ts";
import { keepWatch, noVersion } from "./changes-store.ts";
import type { DataFeed } from "./data-feed.ts";
import { type LiveQuestion, type LiveView, openLiveView } from "./live-view.ts";
import { readerOf, readLivePosition } from "./resume-token.ts";

/** What a stream is opened with beside the question. */
export interface LiveOrigin {
  address: string;
  /** Asked again and again: a session that ends ends its streams. */
  credentials: Credentials;
  lastEventId: string | undefined;
}

/**
 * Opens a stream of what becomes of the items that meet a filter, of those that the caller may read.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0078`, what is wrong with the filter, `TOO_MANY_REQUESTS`.
 */
export async function openLiveItems(
  context: DataContext,
  feed: DataFeed,
  guard: Pick<RequestGuard, "authenticate">,
  caller: Caller,
  question: LiveQuestion,
  { address, credentials, lastEventId }: LiveOrigin,
): Promise<EventStreamResponse> {
  // Hooks are told which request they are asked for, however late.
  const inRequest = AsyncLocalStorage.snapshot();
  const openView = async (): Promise<LiveView> => {
    const view = await inRequest(() => openLiveView(context, caller, question));
    return { ...view, complete: (items) => inRequest(() => view.complete(items)) };
  };
  const view = await openView();
  const callerKey = callerKeyOf(context, caller);
  const reader = readerOf(context, caller, question);
  const leave = feed.admit(address, callerKey);
  try {
    const epochs: string[] = [];
    for (const collectionId of view.watched)
      epochs.push((await keepWatch(context.db, { siteId: context.site.id, collectionId }))?.epoch ?? noVersion);
    if (epochs[0] === noVersion) throw noCollection(question.dataCollectionId);
    return new EventStreamResponse(
      feed.open({
        view,
        reader,
        epoch: epochs.join(" "),
        position: readLivePosition(context, reader, lastEventId),
        openView,
        isAdmitted: () => isStill(guard, credentials, (now) => callerKeyOf(context, now) === callerKey),
        leave,
      }),
    );
  } catch (error) {
    leave();
    throw error;
  }
}

async function isStill(
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
