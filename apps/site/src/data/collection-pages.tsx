import { Anchor, type Messages, type Removals, RemovalToasts, useRemovals, useSession } from "@porchlight/react";
import { lazy, Suspense, use, useCallback, useMemo } from "react";
import { useLoaderData, useLocation, useRevalidator } from "react-router";
import { imageHostOf } from "../settings.ts";
import { PageHead } from "../shell/page-head.tsx";
import { withReturnTo } from "../shell/return-to.ts";
import { useRevalidateOnSessionChange } from "../shell/session-change.ts";
import { text } from "../shell/shell-texts.ts";
import { useSite } from "../site.ts";
import collectionStyles from "../styles/collection.css?url";
import { languageOfTexts, loadPartTexts } from "../texts.ts";
import { CollectionListPage } from "./collection-list-page.tsx";
import type { CollectionData } from "./collection-loader.ts";
import { collectionText } from "./collection-texts.ts";
import { ItemPage } from "./item-page.tsx";

export { collectionLoader as loader } from "./collection-loader.ts";

/** Loaded on demand. */
const ItemFormPage = lazy(() => import("./item-form-page.tsx"));

/** Suspends until its texts are loaded. */
function CollectionPages() {
  return (
    <Suspense>
      <LoadedPages />
    </Suspense>
  );
}

/** Lists, items and forms of collections are one route, so that a deletion can be undone on the next page. */
function LoadedPages() {
  const loaded = useLoaderData<CollectionData>();
  const { key } = useLocation();
  const { client, settings } = useSite();
  const language = languageOfTexts(settings.language);
  const words = language === "en" ? undefined : use(loadPartTexts("loadDataTexts", language));
  const messages = useMemo(() => words && { ...words, ...settings.texts }, [words, settings.texts]);
  useRevalidateOnSessionChange();
  const removals = useRemovals((item, isLeaving) => {
    const { collectionId, itemId } = item;
    if (!isLeaving) return client.data.remove(collectionId, itemId);
    // The client's module for items may not be loaded yet, and cannot be while leaving.
    return client.fetchWithAuth(`${imageHostOf(settings)}/wix-data/v2/items/remove`, {
      method: "POST",
      keepalive: true,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ dataCollectionId: collectionId, dataItemId: itemId }),
    });
  });
  return (
    <div className="collection-page">
      <link rel="stylesheet" href={collectionStyles} precedence="page" />
      <Page key={loaded.kind === "list" ? "list" : key} {...{ loaded, removals, messages }} />
      <RemovalToasts {...{ removals, messages }} />
    </div>
  );
}

interface PageProps {
  loaded: CollectionData;
  removals: Removals;
  messages: Messages | undefined;
}

function Page({ loaded, removals, messages }: PageProps) {
  switch (loaded.kind) {
    case "list":
      return <CollectionListPage {...{ loaded, removals, messages }} />;
    case "item":
      return <ItemPage {...{ loaded, removals, messages }} />;
    case "form":
      return (
        <Suspense>
          <ItemFormPage {...{ loaded, messages }} />
        </Suspense>
      );
    case "refused":
      return <Refusal />;
  }
}

/** Shown if the reader lacks permission. */
function Refusal() {
  const { pathname, search } = useLocation();
  const status = useSession(({ status }) => status);
  const { revalidate } = useRevalidator();
  const retry = useCallback(() => void revalidate(), [revalidate]);
  const isMember = status === "member" || status === "degraded";
  const title = isMember ? collectionText("collection.refused.title") : text("error.forbidden.title");
  return (
    <div className="problem" data-kind="forbidden">
      <PageHead title={title} noIndex />
      <p className="problem-status" aria-hidden="true">
        403
      </p>
      <h1>{title}</h1>
      <p className="problem-text">
        {isMember ? collectionText("collection.refused.text") : text("error.forbidden.text")}
      </p>
      <div className="actions">
        {isMember ? (
          <>
            <Anchor className="site-button" data-variant="primary" href="/sign-out">
              {collectionText("collection.refused.other")}
            </Anchor>
            <button type="button" className="site-button" data-variant="secondary" onClick={retry}>
              {text("common.retry")}
            </button>
          </>
        ) : (
          <>
            <Anchor className="site-button" data-variant="primary" href={withReturnTo("/sign-in", pathname + search)}>
              {text("common.signIn")}
            </Anchor>
            <Anchor className="site-button" data-variant="secondary" href={withReturnTo("/sign-up", pathname + search)}>
              {text("common.signUp")}
            </Anchor>
          </>
        )}
      </div>
    </div>
  );
}

export { CollectionPages as Component };
