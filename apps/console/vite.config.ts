import { fileURLToPath } from "node:url";
import { withoutUnusedRouterParts } from "@porchlight/site/trim-router.ts";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/admin/",
  plugins: [
    withoutUnusedRouterParts(),
    react(),
    tailwindcss(),
    optimizeLocales.vite({
      locales: [
        "en-US",
        "de-DE",
        "es-ES",
        "ar-AE",
        "fr-FR",
        "it-IT",
        "ja-JP",
        "nl-NL",
        "pl-PL",
        "pt-BR",
        "tr-TR",
        "zh-CN",
      ],
    }),
  ],
  build: {
    manifest: true,
    emptyOutDir: true,
    // Its inline scripts would need a nonce.
    modulePreload: { polyfill: false },
    rolldownOptions: { input: fileURLToPath(new URL("src/entry-browser.tsx", import.meta.url)) },
  },
});
