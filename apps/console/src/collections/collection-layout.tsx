import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation, useParams } from "react-router";
import { useConsole, useStaffAccount } from "../context.ts";
import { text } from "../texts/text.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Page } from "../ui/page.tsx";
import { ErrorMessage } from "../ui/section.tsx";
import { TabLinks } from "../ui/tab-links.tsx";
import { collectionPath, nameOf } from "./use-collections.ts";

/** Tabs whose settings can be defined in code. */
const definitionTabs = new Set(["fields", "access", "indexes"]);

/** The pages below the list of items. */
const itemPages = new Set<string | undefined>(["items", "import"]);

/** Frame of the pages of one collection: its name and tabs. The pages get it with `useCollection`. */
function CollectionLayout() {
  const { id = "" } = useParams();
  const { collections, data } = useConsole().clients.site;
  const tab = useLocation().pathname.split("/")[3];
  const isOwner = useStaffAccount().role === "owner";
  const collection = useQuery({
    queryKey: ["collections", "one", id],
    queryFn: ({ signal }) => collections.getDataCollection(id, {}, { signal }),
  });
  const view = useQuery({ queryKey: ["collections", "view", id], queryFn: () => data.getCollectionView(id) });
  const isDefinedInCode = view.data?.definedInCode === true;
  const back = { to: "/collections", name: text("Collections") };
  if (!collection.data)
    return collection.isError ? (
      <Page title={text("Collection")} back={back}>
        <ErrorMessage error={collection.error} />
        <div>
          <Button onPress={() => void collection.refetch()}>{text("Try again")}</Button>
        </div>
      </Page>
    ) : null;
  const path = collectionPath(id);
  const tabs = [
    { to: path, name: text("Items"), isEnd: !itemPages.has(tab) },
    { to: `${path}/fields`, name: text("Fields") },
    { to: `${path}/access`, name: text("Access") },
    { to: `${path}/indexes`, name: text("Indexes") },
    { to: `${path}/hooks`, name: text("Hooks") },
  ];
  return (
    <Page
      title={nameOf(collection.data)}
      back={back}
      actions={
        <>
          {isDefinedInCode && (
            <span className="self-center">
              <Badge>{text("Defined in code")}</Badge>
            </span>
          )}
          <a
            href={`/collections/${encodeURIComponent(id)}`}
            target="_blank"
            rel="noopener"
            className="py-2 text-accent underline"
          >
            {text("View on the site")}
          </a>
        </>
      }
    >
      {isOwner && <TabLinks label={text("Collection")} tabs={tabs} />}
      {isDefinedInCode && tab !== undefined && definitionTabs.has(tab) && (
        <p className="rounded-md bg-warning-soft p-3 text-warning">
          {text(
            "This collection is defined in the configuration file of the site, which is applied at every start of the server. Change the definition there.",
          )}
        </p>
      )}
      <Outlet context={collection.data} />
    </Page>
  );
}

export { CollectionLayout as Component };
