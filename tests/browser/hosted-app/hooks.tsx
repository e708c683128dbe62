import { createClient, localTokenStorage, OAuthStrategy } from "@porchlight/client";
import { items } from "@porchlight/client/data";
import { PorchlightProvider, useCollection, useCollectionItem, useInsert, useUpdate } from "@porchlight/react";
import { StrictMode, useEffect, useState } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server.browser";

declare const settings: { host: string; clientId: string };

interface Recipe {
  _id: string;
  title: string;
}

const client = createClient({
  host: settings.host,
  auth: OAuthStrategy({ clientId: settings.clientId, tokenStorage: localTokenStorage() }),
  modules: { items },
});
const query = () => client.items.query<Recipe>("Recipes").startsWith("title", "Soup").ascending("title");

function List({ name }: { name: string }) {
  const { items: found, isPending, isLoading, error, refresh, loadMore } = useCollection(query());
  const inserting = useInsert<Recipe>("Recipes");
  const updating = useUpdate<Recipe>("Recipes");
  const [changes, setChanges] = useState(0);
  useEffect(() => setChanges((before) => before + 1), [refresh, loadMore, inserting.run, updating.run]);
  return (
    <section aria-label={name} data-pending={isPending} data-changes={changes}>
      {isLoading ? (
        <p>Loading</p>
      ) : (
        <ul>
          {found.map(({ _id, title }) => (
            <li key={_id}>{title}</li>
          ))}
        </ul>
      )}
      <output>{error || updating.error ? "failed" : "fine"}</output>
      <button type="button" onClick={() => void inserting.run({ title: "Soup of peas" })}>
        Insert
      </button>
      <button type="button" onClick={() => updating.run({ _id: "nowhere", title: "Soup" }).catch(() => undefined)}>
        Update
      </button>
    </section>
  );
}

function One({ id }: { id: string }) {
  const { item } = useCollectionItem<Recipe>("Recipes", id);
  return <li>{item === null ? "none" : item?.title}</li>;
}

/** Receives its query later. */
function Chosen() {
  const [id, setId] = useState<string>();
  const { item } = useCollectionItem<Recipe>("Recipes", id);
  return (
    <button type="button" onClick={() => setId("s0")}>
      {item?.title ?? "Choose"}
    </button>
  );
}

function App() {
  const [place, setPlace] = useState("list");
  return (
    <PorchlightProvider client={client}>
      {["list", "many", "away"].map((name) => (
        <button key={name} type="button" onClick={() => setPlace(name)}>
          {name}
        </button>
      ))}
      {place === "list" && <List name="Soups" />}
      <Chosen />
      {place === "many" && (
        <ul aria-label="Many">
          {Array.from({ length: 60 }, (_, index) => (
            <One key={`s${index}`} id={`s${index}`} />
          ))}
        </ul>
      )}
    </PorchlightProvider>
  );
}

/** A server-rendered part, hydrated after another part has loaded its list. */
const part = (
  <PorchlightProvider client={client}>
    <List name="Late" />
  </PorchlightProvider>
);
const sent = renderToString(part);
Object.assign(window, {
  hydrateLate() {
    const late = document.createElement("div");
    late.innerHTML = sent;
    document.body.append(late);
    hydrateRoot(late, part);
  },
});

createRoot(document.getElementById("app") as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
