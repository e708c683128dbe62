import "@porchlight/react/styles.css";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { readPageToken, readSession } from "../lib/session";
import { readSettings } from "../lib/settings";
import { Providers } from "./providers";
import { SessionArea } from "./session-area";

export const metadata: Metadata = { title: "Porchlight with Next.js", icons: { icon: "data:," } };

export default async function Layout({ children }: { children: ReactNode }) {
  const session = await readSession();
  const pageToken = await readPageToken();
  const { host, clientId } = readSettings();
  return (
    <html lang="en">
      <body>
        <Providers settings={{ host, clientId }} session={session} pageToken={pageToken}>
          <header>
            <a href="/">Home</a> <a href="/members">Members</a>
            <SessionArea />
          </header>
          <main>{children}</main>
        </Providers>
      </body>
    </html>
  );
}
