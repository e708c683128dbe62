import node from "@astrojs/node";
import react from "@astrojs/react";
import { defineConfig } from "astro/config";

export default defineConfig({
  output: "server",
  adapter: node({ mode: "standalone" }),
  integrations: [react()],
  // The middleware does it: behind a proxy Astro does not know the address of the site, and would refuse its own forms.
  security: { checkOrigin: false },
});
