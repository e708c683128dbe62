import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { Button, Dialog, Heading, Input, Label, Modal, ModalOverlay, TextField } from "react-aria-components";
import { createSource } from "../schema/new-nodes.ts";
import type { NodeSource } from "../schema/source-attribute.ts";
import { t } from "../texts/texts.ts";
import { type FileSources, useFileButton } from "../uploads/file-button.tsx";
import { type GalleryItem, galleryItems } from "./block-forms.ts";
import { squareOf } from "./embed-preview.ts";

/** Props of {@link GalleryDialog}. */
export interface GalleryDialogProps extends FileSources {
  /** The gallery to change; a new one if absent. */
  source?: NodeSource | undefined;
  onSave(source: NodeSource): void;
  onClose(): void;
}

/** Adds, describes, orders and removes the pictures of a gallery. */
export default function GalleryDialog({ source, onSave, onClose, ...sources }: GalleryDialogProps) {
  const [items, setItems] = useState<GalleryItem[]>(() => (source ? galleryItems(source) : []));
  const titleId = useId();

  const { button, isUploading, error } = useFileButton({
    ...sources,
    kind: "image",
    allowsMultiple: true,
    label: t("Add pictures"),
    onFile({ url, id, width, height, altText = "" }) {
      const media = { src: { url, ...(id && { id }) }, ...(width && { width }), ...(height && { height }) };
      setItems((before) => [...before, { image: { media }, altText }]);
    },
  });
  const change = (index: number, altText: string) =>
    setItems((before) => before.map((item, place) => (place === index ? { ...item, altText } : item)));
  const move = (index: number, step: -1 | 1) =>
    setItems((before) => {
      const moved = [...before];
      moved.splice(index + step, 0, ...moved.splice(index, 1));
      return moved;
    });

  return (
    <ModalOverlay className="editor-overlay" isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="editor-modal">
        <Dialog className="editor-dialog" aria-labelledby={titleId}>
          <Heading slot="title" id={titleId} className="editor-dialog-title">
            {t("Gallery")}
          </Heading>
          <ol className="editor-gallery-items">
            {items.map((item, index) => {
              const name = t("Picture {n}", { n: index + 1 });
              const url = squareOf(item);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a picture may occur twice
                <li key={`${index}${url}`} className="editor-gallery-item">
                  {url ? <img src={url} alt="" /> : <span className="editor-missing">{t("No file")}</span>}
                  <TextField
                    value={item.altText ?? ""}
                    onChange={(altText) => change(index, altText)}
                    className="editor-field"
                  >
                    <Label>{t("Alternative text of picture {n}", { n: index + 1 })}</Label>
                    <Input className="editor-input" />
                  </TextField>
                  <span className="editor-block-actions">
                    <Button
                      className="editor-icon-button"
                      aria-label={t("Move {name} up", { name })}
                      isDisabled={index === 0}
                      onPress={() => move(index, -1)}
                    >
                      <ArrowUp aria-hidden="true" size={16} />
                    </Button>
                    <Button
                      className="editor-icon-button"
                      aria-label={t("Move {name} down", { name })}
                      isDisabled={index === items.length - 1}
                      onPress={() => move(index, 1)}
                    >
                      <ArrowDown aria-hidden="true" size={16} />
                    </Button>
                    <Button
                      className="editor-icon-button"
                      aria-label={t("Remove {name}", { name })}
                      onPress={() => setItems((before) => before.filter((_item, place) => place !== index))}
                    >
                      <Trash2 aria-hidden="true" size={16} />
                    </Button>
                  </span>
                </li>
              );
            })}
          </ol>
          {error && (
            <p role="alert" className="editor-error">
              {error}
            </p>
          )}
          <div className="editor-actions">
            {button}
            <Button className="editor-button" onPress={onClose}>
              {t("Cancel")}
            </Button>
            <Button
              className="editor-button"
              data-kind="primary"
              isDisabled={items.length === 0 || isUploading}
              onPress={() => {
                const before = source ?? createSource("GALLERY");
                onSave({ ...before, galleryData: { ...before.galleryData, items } });
              }}
            >
              {source ? t("Save") : t("Insert")}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
