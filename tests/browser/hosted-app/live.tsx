import { createClient, localTokenStorage, OAuthStrategy } from "@porchlight/client";
import { items } from "@porchlight/client/data";
import { PorchlightProvider, useCollection, useCollectionItem } from "@porchlight/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

declare const settings: { host: string; clientId: string };

interface Recipe {
  _id: string;
  title: string;
  minutes: number;
}

const client = createClient({
  host: settings.host,
  auth: OAuthStrategy({ clientId: settings.clientId, tokenStorage: localTokenStorage() }),
  modules: { items },
});

/** Rendered twice, which uses one stream. */
function List({ name }: { name: string }) {
  const query = client.items.query<Recipe>("Recipes").lt("minutes", 60).ascending("title");
  const { items: found, isLive } = useCollection(query, { live: true });
  return (
    <ul aria-label={name} data-live={isLive}>
      {found.map(({ _id, title, minutes }) => (
        <li key={_id}>{`${title} ${minutes}`}</li>
      ))}
    </ul>
  );
}

function Soup() {
  const { item } = useCollectionItem<Recipe>("Recipes", "soup", { live: true });
  return <output aria-label="Soup">{item === null ? "none" : item && `${item.title} ${item.minutes}`}</output>;
}

createRoot(document.getElementById("app") as HTMLElement).render(
  <StrictMode>
    <PorchlightProvider client={client}>
      <List name="One" />
      <List name="Two" />
      <Soup />
    </PorchlightProvider>
  </StrictMode>,
);
