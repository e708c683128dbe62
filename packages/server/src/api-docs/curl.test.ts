import { expect, it } from "vitest";
import { toCurlCommand } from "./curl.ts";

it("quotes arguments for a shell", () => {
  const example = { params: { id: "a b" }, query: { fieldsets: ["A", "B"] }, body: { text: "it's $HOME" } };
  const request = { method: "PATCH", path: "/v1/things/{id}", publicUrl: "https://example.com" };
  expect(toCurlCommand({ ...request, example, needsToken: true })).toBe(
    `curl 'https://example.com/v1/things/a%20b?fieldsets=A&fieldsets=B' \\
  -X PATCH \\
  -H "Authorization: $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{
  "text": "it'\\''s $HOME"
}'`,
  );
});
