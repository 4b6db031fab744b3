{{/* What the trainer's service and its nightly run have in common. */}}
{{- define "tarn.trainer" -}}
component: model-trainer
principal: model-trainer
module: model-trainer
schema: trainer
modelKey: signing-key.pem
env:
  - name: TARN_TRAINING_SIGNINGKEYFILE
    value: /etc/tarn/model-key/signing-key.pem
{{- end }}
