import node from "@astrojs/node";
import react from "@astrojs/react";
import { defineConfig } from "astro/config";

export default defineConfig({
  output: "server",
  adapter: node({ mode: "standalone" }),
  integrations: [react()],
  // The middleware checks the origin: behind a proxy Astro does not know the site's URL and would reject its own forms.
  security: { checkOrigin: false },
});
