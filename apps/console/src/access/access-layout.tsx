import { Outlet } from "react-router";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";

/** Frame of the pages before the sign-in. */
export function AccessLayout() {
  const { settings } = useConsole();
  return (
    <div className="grid min-h-dvh content-start justify-items-center gap-6 bg-bg p-4 pt-12 sm:pt-24">
      <header className="font-semibold">{text("{site} console", { site: settings.siteName })}</header>
      <main className="w-full max-w-md">
        <Outlet />
      </main>
    </div>
  );
}
