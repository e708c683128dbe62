import { expect, it } from "vitest";
import { createBuildFiles } from "./build-manifest.ts";
import { createPages } from "./pages.tsx";
import { memberCookie } from "./site-under-test.ts";
import { createStubApi } from "./stub-api.ts";

it("hands the member a session renewed during rendering", async () => {
  const origin = "http://localhost:4000";
  const faults: unknown[] = [];
  const pages = createPages({
    routes: [
      {
        path: "/",
        Component() {
          throw new Error("secret of the house");
        },
      },
    ],
    files: createBuildFiles({ "src/entry-browser.tsx": { file: "entry.js" }, "style.css": { file: "style.css" } }),
    settings: { publicUrl: origin, apiUrl: origin, clientId: "site", siteName: "Lantern Street", language: "en" },
    onError: (error) => faults.push(error),
  });
  const headers = { Cookie: memberCookie(1) };
  const answer = await pages.answer(new Request(origin, { headers }), {
    api: createStubApi().fetch,
    clientAddress: "192.0.2.7",
  });
  expect([answer.status, faults.length]).toEqual([500, 1]);
  expect(await answer.text()).not.toContain("secret");
  expect(answer.headers.get("Set-Cookie")).toMatch(/^porchlight_session-sz0000-1=v2~member-access-new~/);
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
});
