import "./styles.css";
import { isPorchlightError } from "@porchlight/client";
import type { StaffAccount } from "@porchlight/client/staff";
import { PorchlightProvider } from "@porchlight/react";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { RouterProvider as AriaRouterProvider, I18nProvider } from "react-aria-components";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, Outlet, useHref, useNavigate } from "react-router";
import { RouterProvider } from "react-router/dom";
import { createClients } from "./clients.ts";
import { ConsoleContext } from "./context.ts";
import { createRoutes } from "./routes.tsx";
import { readSettings } from "./settings.ts";
import { language, loadPageTexts, messages } from "./texts/text.ts";

const settings = readSettings();
const clients = createClients(settings.clientId);

/** After a change of the role, the navigation follows. */
function onError(error: unknown) {
  if (isPorchlightError(error) && error.code === "NOT_ALLOWED")
    void queryClient.invalidateQueries({ queryKey: ["my-account"] });
}
const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { queryKey }) => queryKey[0] !== "my-account" && onError(error) }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: { queries: { staleTime: 10_000, retry: false } },
});
clients.account.on("signedOut", () => queryClient.clear());
clients.account.on("signedIn", async () => {
  const previous = queryClient.getQueryData<StaffAccount>(["my-account"]);
  if (!previous) return;
  // After an expired session, a person signs in on the page that is open; it may be another person.
  const account = await clients.site.staff.getMyStaffAccount().catch(() => undefined);
  if (account?._id !== previous._id) location.reload();
  // With other rights, reading again would replace the page with an error, and what was typed on it.
  else if (account.role !== previous.role) queryClient.setQueryData(["my-account"], account);
  else await queryClient.invalidateQueries();
});

function Root() {
  const navigate = useNavigate();
  return (
    <I18nProvider locale={language}>
      <AriaRouterProvider navigate={(path) => void navigate(path)} useHref={useHref}>
        <PorchlightProvider
          client={clients.account}
          siteName={settings.siteName}
          timeZone={settings.timeZone}
          language={language}
          messages={messages}
          callbackPath="/admin/callback"
          navigate={(path) => void navigate(path.replace(/^\/admin(?=\/|$)/, "") || "/")}
        >
          <Outlet />
        </PorchlightProvider>
      </AriaRouterProvider>
    </I18nProvider>
  );
}

const loadPageBasics = () => Promise.all([loadPageTexts(), clients.loadPageModules()]);
const routes = createRoutes(loadPageBasics);
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

// So that the next page opens at once, also if the connection is lost by then.
window.addEventListener("load", () => setTimeout(() => loadPageBasics().catch(() => undefined), 1000));
