import "./styles.css";
import { PorchlightProvider } from "@porchlight/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { RouterProvider as AriaRouterProvider } from "react-aria-components";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, Outlet, useHref, useNavigate } from "react-router";
import { RouterProvider } from "react-router/dom";
import { createClients } from "./clients.ts";
import { ConsoleContext } from "./context.ts";
import { routes } from "./routes.tsx";
import { readSettings } from "./settings.ts";

const settings = readSettings();
const clients = createClients(settings.clientId);
const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 10_000, retry: false } } });
// Another person may sign in on this page.
for (const event of ["signedIn", "signedOut"] as const) clients.account.on(event, () => queryClient.clear());

function Root() {
  const navigate = useNavigate();
  return (
    <AriaRouterProvider navigate={(path) => void navigate(path)} useHref={useHref}>
      <PorchlightProvider
        client={clients.account}
        siteName={settings.siteName}
        timeZone={settings.timeZone}
        callbackPath="/admin/callback"
        navigate={(path) => void navigate(path.replace(/^\/admin(?=\/|$)/, "") || "/")}
      >
        <Outlet />
      </PorchlightProvider>
    </AriaRouterProvider>
  );
}

const router = createBrowserRouter([{ element: <Root />, HydrateFallback: () => null, children: routes }], {
  basename: "/admin",
});

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <ConsoleContext value={{ clients, settings }}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ConsoleContext>
  </StrictMode>,
);
